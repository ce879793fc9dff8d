extension Run {
    /// Makes a run of elements that an item fills without regard to the section.
    @inlinable
    static func make<Item: TableItem, Identity: RowIdentity>(
        _ elements: [Item.Data], item: Item.Type, identity: Identity, height: ViewHeight<Item.Data>
    ) -> Run where Identity.Element == Item.Data {
        make(elements, item: item, identity: identity, height: height) { view, data, _ in
            Item.fill(&view, with: data)
        }
    }

    /// Makes a run of elements with a way to fill a view with one of them.
    ///
    /// Always inlined, so that `fill` becomes a direct call inside each closure.
    @inlinable @inline(__always)
    static func make<Item: TableItem, Identity: RowIdentity>(
        _ elements: [Item.Data], item: Item.Type, identity: Identity, height: ViewHeight<Item.Data>,
        fill: @escaping (inout Item.View, Item.Data, SectionState) -> Void
    ) -> Run where Identity.Element == Item.Data {
        typealias Typed = TypedRun<Item.Data, Identity, Item.View>
        // Each closure is only ever called with the run that it is stored in, whose type is `Typed`.
        let operations = Operations(
            id: { run, index in
                let run = unsafeDowncast(run, to: Typed.self)
                return AnyID(run.identity.id(of: run.elements[index], at: index))
            },
            index: { run, id in
                let run = unsafeDowncast(run, to: Typed.self)
                guard let id = id.base as? Identity.ID else { return nil }
                return run.elements.indices.first { run.identity.id(of: run.elements[$0], at: $0) == id }
            },
            data: { run, index in unsafeDowncast(run, to: Typed.self).elements[index] },
            height: { run, index in unsafeDowncast(run, to: Typed.self).height(of: index) },
            single: { run, index in
                let run = unsafeDowncast(run, to: Typed.self)
                let element = run.elements[index]
                let identity = GivenIdentity<Item.Data, Identity.ID>(run.identity.id(of: element, at: index))
                return make([element], item: item, identity: identity, height: run.heightRule, fill: fill)
            },
            fillObject: { run, index, object, section in
                guard var view = object as? Item.View else { return false }
                fill(&view, unsafeDowncast(run, to: Typed.self).elements[index], section)
                return true
            })
        return Typed(
            elements: elements, identity: identity, height: height, item: ItemType(item),
            operations: operations
        ) { run, index, view, section in
            fill(&view, unsafeDowncast(run, to: Typed.self).elements[index], section)
        }
    }
}
