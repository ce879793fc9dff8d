extension Run {
    /// Makes a run of elements that an item fills.
    @inlinable
    static func make<Item: TableItem, Identity: RowIdentity>(
        _ elements: [Item.Data], item: Item.Type, identity: Identity, height: ViewHeight<Item.Data>,
        content: ContentComparison<Item.Data>?, showsSection: Bool = false
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
                return make(
                    [element], item: item, identity: identity, height: run.heightRule,
                    content: run.content, showsSection: run.showsSection)
            },
            fillObject: { run, index, object, section in
                guard var view = object as? Item.View else { return false }
                Item._fill(&view, with: unsafeDowncast(run, to: Typed.self).elements[index], in: section)
                return true
            },
            countSame: { run, index, other, otherIndex, limit in
                unsafeDowncast(run, to: Typed.self).countSame(
                    from: index, as: unsafeDowncast(other, to: Typed.self), from: otherIndex, limit: limit)
            },
            countSameBackward: { run, index, other, otherIndex, limit in
                unsafeDowncast(run, to: Typed.self).countSame(
                    above: index, as: unsafeDowncast(other, to: Typed.self), above: otherIndex, limit: limit)
            },
            hash: { run, index in unsafeDowncast(run, to: Typed.self).hash(at: index) },
            countUnchanged: { run, index, other, otherIndex, limit in
                unsafeDowncast(run, to: Typed.self).countUnchanged(
                    from: index, as: unsafeDowncast(other, to: Typed.self), from: otherIndex, limit: limit)
            })
        return Typed(
            elements: elements, identity: identity, height: height, content: content,
            item: ItemType(item), showsSection: showsSection, operations: operations
        ) { run, index, view, section in
            Item._fill(&view, with: unsafeDowncast(run, to: Typed.self).elements[index], in: section)
        }
    }
}
