extension Run {
    /// Makes a run of elements that an item fills.
    @inlinable
    static func make<Item: TableItem, Identity: RowIdentity>(
        _ elements: [Item.Data], item: Item.Type, identity: Identity, height: ViewHeight<Item.Data>
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
                guard let wanted = id.base as? Identity.ID else { return nil }
                return run.elements.indices.first {
                    let found = run.identity.id(of: run.elements[$0], at: $0)
                    // A cast also unwraps optionals and goes between classes, which makes no id the same.
                    return found == wanted && AnyID(found) == id
                }
            },
            data: { run, index in unsafeDowncast(run, to: Typed.self).elements[index] },
            height: { run, index in unsafeDowncast(run, to: Typed.self).height(of: index) },
            single: { run, index in
                let run = unsafeDowncast(run, to: Typed.self)
                let element = run.elements[index]
                let identity = GivenIdentity<Item.Data, Identity.ID>(run.identity.id(of: element, at: index))
                return make([element], item: item, identity: identity, height: run.heightRule)
            },
            fillObject: { run, index, object, section in
                guard var view = object as? Item.View else { return false }
                Item._fill(&view, with: unsafeDowncast(run, to: Typed.self).elements[index], in: section)
                return true
            })
        return Typed(
            elements: elements, identity: identity, height: height, item: ItemType(item),
            operations: operations
        ) { run, index, view, section in
            Item._fill(&view, with: unsafeDowncast(run, to: Typed.self).elements[index], in: section)
        }
    }
}
