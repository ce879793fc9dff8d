/// An array of business data with one row for each element. One item shows all rows.
///
/// A run never changes, so tables share runs. Rows that an edit does not touch are usually in the same
/// run in the old and the new table; see ``RunSlices/join(ifMoreThan:)``.
///
/// The types of a run are known only where it is made, in the client's module. Its operations are therefore closures
/// that are made there, in `@inlinable` code, and specialised; methods of a generic class would not be specialised.
/// The closures capture nothing, so a run costs one allocation. A run stores the two closures that find changes and
/// the closure that fills views. A function makes the others, ``RunOperations``, when they are needed.
@usableFromInline
class Run {
    /// Counts the elements that have the same id in an old and a new run, from an index in each run on, up to a limit.
    ///
    /// The closure appends to `changed` each new row with other content or another height. `row` is the new row of the
    /// first element. Both runs have the type of the run that the closure belongs to.
    @usableFromInline
    typealias Follow = (
        _ old: Run, _ new: Run, _ start: IndexPair, _ limit: Int, _ row: Int, _ changed: inout [Int32]
    ) -> Int

    @usableFromInline final let count: Int

    /// The item that shows the rows.
    @usableFromInline final let item: any TableItem.Type

    /// Whether all rows count as changed in a comparison with any other run.
    @usableFromInline final let isRenewed: Bool

    @usableFromInline final let followSameType: Follow

    @usableFromInline final let idHash: (Run, Int) -> Int

    @usableFromInline final let makeOperations: () -> RunOperations

    @inlinable
    init(
        count: Int, item: any TableItem.Type, isRenewed: Bool, follow: @escaping Follow,
        idHash: @escaping (Run, Int) -> Int, operations: @escaping () -> RunOperations
    ) {
        self.count = count
        self.item = item
        self.isRenewed = isRenewed
        self.followSameType = follow
        self.idHash = idHash
        self.makeOperations = operations
    }

    /// The operations that are needed less often.
    final var operations: RunOperations { makeOperations() }

    final func id(at index: Int) -> AnyID { operations.id(self, index) }

    /// Whether the elements are those of other runs.
    var isOrdered: Bool { false }

    /// Returns the run that an element comes from, and the element's index there.
    func source(of index: Int) -> (run: Run, index: Int) { (self, index) }

    /// Returns rows of a list in another order. The rows have the item of this run, which is in the list.
    func ordered(_ order: ArraySlice<UInt32>, of list: RunSlices) -> Run {
        preconditionFailure("A run fills a type of view.")
    }

    /// The hash of a row's id, which equals that of an ``AnyID``.
    @inline(__always) final func idHash(at index: Int) -> Int { idHash(self, index) }

    /// The hash of a row's id and item.
    @inline(__always) final func hash(at index: Int) -> Int { idHash(self, index) ^ itemHash }

    /// A number that is different for different items.
    @inline(__always)
    final var itemHash: Int { Int(bitPattern: ObjectIdentifier(item)) &* 0x2545_F491_4F6C_DD1D }

    /// Fills a view with a row.
    ///
    /// The static type of an object may be a superclass or protocol of the item's view type, as for cells from a reuse
    /// queue.
    ///
    /// - Returns: `false` if the item fills another type of view.
    final func fill<View>(_ view: inout View, at index: Int, in section: SectionState) -> Bool {
        if let run = self as? ViewRun<View> {
            run.fill(run, index, &view, section)
            return true
        }
        guard type(of: view as Any) is AnyClass else { return false }
        return operations.fillObject(self, index, view as AnyObject, section)
    }
}

/// The operations of a run that are needed less often than following rows, hashing ids and filling views.
///
/// A run that is passed to an operation has the type of the run that made the operations.
@usableFromInline
struct RunOperations {
    /// Returns the id of a row.
    @usableFromInline let id: (Run, Int) -> AnyID

    /// Returns the data of a row.
    @usableFromInline let data: (Run, Int) -> Any

    /// Returns the context of a row; `()` for an item without a context.
    @usableFromInline let context: (Run, Int) -> Any

    /// Returns the array of the data of all rows.
    @usableFromInline let elements: (Run) -> Any

    /// Fills a view that is an object, if it has the type that the item fills, and returns whether it has.
    @usableFromInline let fillObject: (Run, Int, AnyObject, SectionState) -> Bool

    /// Returns a run of one row with other data, or `nil` if the data is of another type.
    ///
    /// An id that does not come from the data stays.
    @usableFromInline let replacing: (Run, Int, Any) -> Run?

    /// Returns a run of some rows, which keep their ids. The parameter determines whether the content of the new run
    /// counts as changed.
    @usableFromInline let copy: (Run, Range<Int>, _ isRenewed: Bool) -> Run

    /// Joins as many slices as possible, from the first one on, into one run. Returns the run and the number of joined
    /// slices, or `nil` if fewer than two slices can be joined.
    ///
    /// A slice can be joined if its rows keep their ids and their content does not count as changed.
    @usableFromInline let join: (ArraySlice<RunSlice>) -> (Run, Int)?

    @inlinable
    init(
        id: @escaping (Run, Int) -> AnyID, data: @escaping (Run, Int) -> Any,
        context: @escaping (Run, Int) -> Any, elements: @escaping (Run) -> Any,
        fillObject: @escaping (Run, Int, AnyObject, SectionState) -> Bool,
        replacing: @escaping (Run, Int, Any) -> Run?, copy: @escaping (Run, Range<Int>, Bool) -> Run,
        join: @escaping (ArraySlice<RunSlice>) -> (Run, Int)?
    ) {
        self.id = id
        self.data = data
        self.context = context
        self.elements = elements
        self.fillObject = fillObject
        self.replacing = replacing
        self.copy = copy
        self.join = join
    }
}

extension Run {
    /// Whether a new run has the same types as this run, whose closures can then read it, and is not renewed.
    @inline(__always)
    final func canFollowAsSameType(_ new: Run) -> Bool { type(of: self) == type(of: new) && !new.isRenewed }

    /// Counts the elements that are the same in this run and a new run, from an index in each run on.
    ///
    /// Elements are the same if they have the same id and the same item.
    ///
    /// - Parameters:
    ///   - limit: The number of elements to compare. Both runs have as many elements from the start on.
    ///   - row: The new row of the first element.
    ///   - changed: The list that new rows with changed content are appended to.
    final func follow(
        _ new: Run, from start: IndexPair, limit: Int, row: Int, changed: inout [Int32]
    ) -> Int {
        if self === new, start.old == start.new { return limit }
        if canFollowAsSameType(new) { return followSameType(self, new, start, limit, row, &changed) }
        guard item == new.item else { return 0 }
        if isOrdered || new.isOrdered {
            return followEach(new, from: start, limit: limit, row: row, changed: &changed)
        }
        let oldData = operations.data
        let newData = new.operations.data
        let isUnchangedRun =
            !new.isRenewed && isSameContext(operations.context(self, 0), new.operations.context(new, 0))
        var count = 0
        while count < limit, case let next = start.advanced(by: count), hasSameID(as: new, at: next) {
            let isUnchanged =
                isUnchangedRun
                && item.isUnchanged(anyOld: oldData(self, next.old), anyNew: newData(new, next.new))
            if !isUnchanged { changed.append(Int32(truncatingIfNeeded: row + count)) }
            count += 1
        }
        return count
    }

    /// Counts elements as ``follow(_:from:limit:row:changed:)`` does, each in the run that it comes from.
    final func followEach(
        _ new: Run, from start: IndexPair, limit: Int, row: Int, changed: inout [Int32]
    ) -> Int {
        for count in 0..<limit {
            let (run, index) = source(of: start.old + count)
            let (newRun, newIndex) = new.source(of: start.new + count)
            let pair = IndexPair(old: index, new: newIndex)
            guard run.follow(newRun, from: pair, limit: 1, row: row + count, changed: &changed) == 1
            else { return count }
        }
        return limit
    }

    /// Whether an element has the same id as an element of a new run, which may have other types.
    final func hasSameID(as new: Run, at indices: IndexPair) -> Bool {
        id(at: indices.old) == new.id(at: indices.new)
    }
}

extension TableItem {
    /// The height of the view for data of a row that the item shows.
    static func height(ofAny data: Any) -> Double? { (data as? Data).flatMap { height(of: $0) } }

    /// Returns whether the item fills a view with the data of both rows in the same way and with the same height.
    fileprivate static func isUnchanged(anyOld old: Any, anyNew new: Any) -> Bool {
        guard let old = old as? Data, let new = new as? Data else { return false }
        return isUnchanged(old, new) && height(of: old) == height(of: new)
    }
}

/// A run whose rows fill one type of view. A surface learns by one cast whether it can show them.
@usableFromInline
class ViewRun<View>: Run {
    @usableFromInline final let fill: (Run, Int, inout View, SectionState) -> Void

    @inlinable
    init(
        count: Int, item: any TableItem.Type, isRenewed: Bool, follow: @escaping Follow,
        idHash: @escaping (Run, Int) -> Int, operations: @escaping () -> RunOperations,
        fill: @escaping (Run, Int, inout View, SectionState) -> Void
    ) {
        self.fill = fill
        super.init(
            count: count, item: item, isRenewed: isRenewed, follow: follow, idHash: idHash,
            operations: operations)
    }

    final override func ordered(_ order: ArraySlice<UInt32>, of list: RunSlices) -> Run {
        OrderedRun<View>(order, of: list)
    }
}

/// A run whose types are known.
@usableFromInline
final class TypedRun<Item: TableItem, Identity: RowIdentity>: ViewRun<Item.View>
where Identity.Element == Item.Data {
    @usableFromInline let elements: [Item.Data]
    @usableFromInline let identity: Identity
    @usableFromInline let context: Item.Context

    @inlinable
    init(
        _ elements: [Item.Data], as item: Item.Type, identity: Identity, context: Item.Context,
        isRenewed: Bool = false
    ) {
        self.elements = elements
        self.identity = identity
        self.context = context
        super.init(
            count: elements.count, item: Item.self, isRenewed: isRenewed,
            follow: { old, new, start, limit, row, changed in
                TypedRun.typed(old)
                    .typedFollow(TypedRun.typed(new), from: start, limit: limit, row: row, changed: &changed)
            },
            idHash: { run, index in TypedRun.typed(run).typedID(at: index).hashValue },
            operations: { TypedRun.makeOperations() },
            fill: { run, index, view, section in
                let run = TypedRun.typed(run)
                Item.fill(&view, with: run.elements[index], in: section, context: run.context)
            })
    }

    /// Returns a run with its types. Closures are only called with runs of the type that made them.
    @inlinable @inline(__always)
    static func typed(_ run: Run) -> TypedRun { unsafeDowncast(run, to: TypedRun.self) }

    @inlinable @inline(__always)
    func typedID(at index: Int) -> Identity.ID { identity.id(of: elements[index], at: index) }

    /// Returns whether the context of another run fills views in the same way.
    @inlinable @inline(__always)
    func hasSameContext(as other: TypedRun) -> Bool {
        Item.Context.self == Void.self || isSameContext(context, other.context)
    }

    /// See ``Run/Follow``.
    @inlinable
    func typedFollow(
        _ new: TypedRun, from start: IndexPair, limit: Int, row: Int, changed: inout [Int32]
    ) -> Int {
        let hasSameContext = hasSameContext(as: new)
        return elements.withUnsafeBufferPointer { olds in
            new.elements.withUnsafeBufferPointer { news in
                var count = 0
                while count < limit,
                    identity.id(of: olds[start.old &+ count], at: start.old &+ count)
                        == new.identity.id(of: news[start.new &+ count], at: start.new &+ count)
                {
                    // Elements are not bound to names, which would copy them.
                    if !hasSameContext
                        || !Item.isUnchanged(olds[start.old &+ count], news[start.new &+ count])
                        || Item.height(of: olds[start.old &+ count])
                            != Item.height(of: news[start.new &+ count])
                    {
                        changed.append(Int32(truncatingIfNeeded: row &+ count))
                    }
                    count &+= 1
                }
                return count
            }
        }
    }

    @inlinable
    static func makeOperations() -> RunOperations {
        RunOperations(
            id: { run, index in AnyID(typed(run).typedID(at: index)) },
            data: { run, index in typed(run).elements[index] },
            context: { run, _ in typed(run).context },
            elements: { run in typed(run).elements },
            fillObject: { run, index, object, section in
                guard var view = object as? Item.View else { return false }
                let run = typed(run)
                Item.fill(&view, with: run.elements[index], in: section, context: run.context)
                return true
            },
            replacing: { run, index, data in
                guard let element = data as? Item.Data else { return nil }
                return typed(run).copy([element], from: index)
            },
            copy: { run, range, isRenewed in
                let run = typed(run)
                return run.copy(
                    range.count == run.count ? run.elements : Array(run.elements[range]),
                    from: range.lowerBound, isRenewed: isRenewed)
            },
            join: { slices in
                guard let first = slices.first else { return nil }
                let run = typed(first.run)
                var identity = run.identity.dropping(first.start)
                var elements: [Item.Data] = []
                var count = 0
                for slice in slices {
                    guard let other = slice.run as? TypedRun, !other.isRenewed, run.hasSameContext(as: other),
                        other.elements[slice.indices].allSatisfy({ Item.isUnchanged($0, $0) }),
                        count == 0
                            || identity.append(
                                slice.rows.count, of: other.identity.dropping(slice.start),
                                after: elements.count)
                    else { break }
                    elements += other.elements[slice.indices]
                    count += 1
                }
                return count < 2
                    ? nil
                    : (TypedRun(elements, as: Item.self, identity: identity, context: run.context), count)
            }
        )
    }

    /// Returns a run with the same item and identity, whose first element has the id of an index of this run.
    @inlinable
    func copy(_ elements: [Item.Data], from index: Int, isRenewed: Bool = false) -> TypedRun {
        TypedRun(
            elements, as: Item.self, identity: identity.dropping(index), context: context,
            isRenewed: isRenewed)
    }
}

/// The indices of two elements: one in an old list, and one in a new list.
@usableFromInline
struct IndexPair {
    @usableFromInline var old: Int
    @usableFromInline var new: Int

    @inlinable
    init(old: Int, new: Int) {
        self.old = old
        self.new = new
    }

    /// Returns the indices after a number of elements in both lists.
    @inline(__always)
    func advanced(by count: Int) -> IndexPair { IndexPair(old: old + count, new: new + count) }
}
