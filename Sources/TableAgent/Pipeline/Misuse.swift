// Declarations that exist only so that the compiler explains a mistake in a sentence. The documentation does not show them.
//
// A deprecated overload is preferred to the generic function, and warns. If it were unavailable, the compiler would choose
// the generic function without a warning. An unavailable overload is disfavored, so that it is chosen only for a call that
// is wrong.

// MARK: Optionals and positions are not ids

extension RowReference {
    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func id<ID: Hashable & Sendable>(
        _ id: ID?, in section: SectionReference? = nil
    ) -> RowReference {
        .id(AnyID(id), in: section)
    }

    /// Warns that a position is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "A position is not an id; use at(_:).")
    public static func id(_ position: RowPosition, in section: SectionReference? = nil) -> RowReference {
        .id(AnyID(position), in: section)
    }
}

extension SectionReference {
    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func id<ID: Hashable & Sendable>(_ id: ID?) -> SectionReference { .id(AnyID(id)) }
}

extension EventSender {
    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func row<ID: Hashable & Sendable>(
        _ id: ID?, in section: SectionReference? = nil
    ) -> EventSender {
        .row(AnyID(id), in: section)
    }

    /// Warns that a position is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "A position is not an id; use row(.at(position)).")
    public static func row(_ position: RowPosition, in section: SectionReference? = nil) -> EventSender {
        .row(AnyID(position), in: section)
    }

    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func head<ID: Hashable & Sendable>(_ id: ID?) -> EventSender { .head(AnyID(id)) }

    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func foot<ID: Hashable & Sendable>(_ id: ID?) -> EventSender { .foot(AnyID(id)) }
}

extension Row {
    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; give another id beside the data.")
    public init<Item: TableItem, ID: Hashable & Sendable>(_ data: Item.Data, as item: Item.Type)
    where Item.Data: Identifiable, Item.Data.ID == ID?, Item.Context == Void {
        self.init(data, id: AnyID(data.id), as: item)
    }

    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public init<Item: TableItem, ID: Hashable & Sendable>(_ data: Item.Data, id: ID?, as item: Item.Type)
    where Item.Context == Void {
        self.init(data, id: AnyID(id), as: item)
    }
}

extension Rows {
    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; read another one with init(_:id:as:).")
    public init<Item: TableItem, Elements: Collection, ID: Hashable & Sendable>(
        _ elements: Elements, as item: Item.Type
    )
    where Elements.Element == Item.Data, Item.Data: Identifiable, Item.Data.ID == ID?, Item.Context == Void {
        self.init(elements, id: { AnyID($0.id) }, as: item)
    }

    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; return one that is not nil.")
    public init<Item: TableItem, Elements: Collection, ID: Hashable & Sendable & ExpressibleByNilLiteral>(
        _ elements: Elements, id: @escaping (Item.Data) -> ID, as item: Item.Type
    ) where Elements.Element == Item.Data, Item.Context == Void {
        self.init(elements, id: { AnyID(id($0)) }, as: item)
    }
}

extension TableSection {
    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public init<ID: Hashable & Sendable>(
        id: ID?, head: Head? = nil, rows: Rows = Rows(), foot: Foot? = nil, isCollapsed: Bool = false
    ) {
        self.init(id: AnyID(id), head: head, rows: rows, foot: foot, isCollapsed: isCollapsed)
    }

    /// Warns that an optional is not an id.
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public init<ID: Hashable & Sendable>(
        id: ID?, isCollapsed: Bool = false, @SectionBuilder content: () throws -> SectionContent
    ) rethrows {
        try self.init(id: AnyID(id), isCollapsed: isCollapsed, content: content)
    }
}

// MARK: Data of another type than the item's

extension Rows {
    /// Explains that the elements are not of the item's type Data.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "The elements are not of the item's type Data; pass others, or another item."
    )
    public init<Element, Item: TableItem>(_ elements: some Collection<Element>, as item: Item.Type) {
        preconditionFailure()
    }

    /// Explains that the data has no id.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "The data has no id; use init(_:id:as:), or init(byPosition:as:).")
    public init<Item: TableItem>(_ elements: some Collection<Item.Data>, as item: Item.Type) {
        preconditionFailure()
    }

    /// Explains that the elements are not of the item's type Data.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "The elements are not of the item's type Data; pass others, or another item."
    )
    public init<Element, ID, Item: TableItem>(
        _ elements: some Collection<Element>, id: (Element) -> ID, as item: Item.Type
    ) {
        preconditionFailure()
    }

    /// Explains that the elements are not of the item's type Data.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable, message: "The elements are not of the item's type Data; pass others, or another item."
    )
    public init<Element, Item: TableItem>(byPosition elements: some Collection<Element>, as item: Item.Type) {
        preconditionFailure()
    }
}

// MARK: A context is missing

extension Row {
    /// Explains that the item takes a context.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "The item takes a context; give it with the data: with: ….")
    public init<Item: ContextItem>(_ data: Item.Data, id: some Hashable & Sendable = 0, as item: Item.Type) {
        preconditionFailure()
    }
}

extension Rows {
    /// Explains that the item takes a context.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(*, unavailable, message: "The item takes a context; give it with the data: with: ….")
    public init<Item: ContextItem>(_ elements: some Collection<Item.Data>, as item: Item.Type) {
        preconditionFailure()
    }
}

// MARK: Parts in the wrong place

extension TableBuilder {
    /// Explains that rows belong to a section.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "Rows belong to a section: TableSection(id: …) { Rows(…) }.")
    public static func buildExpression(_ rows: Rows) -> [TableSection] { [] }

    /// Explains that a row belongs to a section.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "A row belongs to a section: TableSection(id: …) { Row(…) }.")
    public static func buildExpression(_ row: Row) -> [TableSection] { [] }

    /// Explains that a head belongs to a section.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "A head belongs to a section: TableSection(id: …) { Head(…) }.")
    public static func buildExpression(_ head: Head) -> [TableSection] { [] }

    /// Explains where the foot of the table is passed.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message: "Pass the foot of the table to its initializer: TableInfo(foot: Foot(…)) { … }."
    )
    public static func buildExpression(_ foot: Foot) -> [TableSection] { [] }

    /// Explains that a case without sections is written as an empty list.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "A case without sections is written as an empty list: case …: [].")
    public static func buildExpression(_ nothing: Void) -> [TableSection] { [] }
}

extension SectionBuilder {
    /// Explains that a section contains no sections.
    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "A section contains no sections; list it in the TableInfo, beside this one."
    )
    public static func buildExpression(_ section: TableSection) -> SectionContent { SectionContent() }

    /// Explains that a case without rows is written as an empty list.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "A case without rows is written as an empty list: case …: [].")
    public static func buildExpression(_ nothing: Void) -> SectionContent { SectionContent() }
}

extension Agent {
    /// Explains that only a ``StatelessReformer`` is passed as a type.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "Only a StatelessReformer is passed as a type; pass an instance: reformer: OrdersReformer(…)."
    )
    public convenience init<R: Reformer<RawData>>(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: R.Type,
        panel: Panel = Panel(), eventDelegate: (any EventDelegate)? = nil
    ) throws {
        preconditionFailure()
    }
}
