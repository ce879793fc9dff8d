extension Run {
    /// Makes a run of elements that an item fills.
    @inlinable
    static func make<Item: TableItem, Identity: RowIdentity>(
        _ elements: [Item.Data], item: Item.Type, identity: Identity, height: ViewHeight<Item.Data>,
        content: ContentComparison<Item.Data>?, showsSection: Bool = false
    ) -> Run where Identity.Element == Item.Data {
        typealias Elements = TypedRun<Item.Data>
        typealias Kind = TypedKind<Item.Data, Identity, Item.View>
        // Each closure is only ever called with runs whose types are `Elements` and `Kind`.
        let operations = RowKind.Operations(
            id: { run, index in AnyID(Kind.rawID(run, at: index)) },
            index: { run, range, id in
                guard let wanted = id as? Identity.ID ?? id.base as? Identity.ID else { return nil }
                return range.first {
                    let found = Kind.rawID(run, at: $0)
                    // A cast also unwraps optionals and goes between classes, which makes no id the same.
                    return found == wanted
                        && (type(of: found) == type(of: id.base) || Identity.ID.self == AnyID.self)
                }
            },
            data: { run, index in unsafeDowncast(run, to: Elements.self).elements[index] },
            height: { run, index in
                let element = unsafeDowncast(run, to: Elements.self).elements[index]
                return unsafeDowncast(run.kind, to: Kind.self).height(of: element)
            },
            fillObject: { run, index, object, section in
                guard var view = object as? Item.View else { return false }
                Item._fill(&view, with: unsafeDowncast(run, to: Elements.self).elements[index], in: section)
                return true
            },
            countSame: { run, index, other, otherIndex, limit in
                Kind.countSame(run, from: index, other, from: otherIndex, limit: limit)
            },
            countSameBackward: { run, index, other, otherIndex, limit in
                Kind.countSame(run, above: index, other, above: otherIndex, limit: limit)
            },
            hash: { run, index in Kind.hash(run, at: index) },
            hashes: { run, rows, range, offset, hashes in
                Kind.appendHashes(run, rows, range, offset, item: ObjectIdentifier(Item.self), to: &hashes)
            },
            walk: { run, other, bounds, walk in
                Kind.walk(run, other, bounds, &walk)
            },
            compare: { run, index, other, otherIndex in
                Kind.compare(run, at: index, other, at: otherIndex)
            },
            compareAll: { run, rows, offset, other, otherRows, otherOffset, isChanged in
                Kind.compareAll(run, rows, offset, other, otherRows, otherOffset, &isChanged)
            },
            pairUp: { run, rows, offset, other, otherRows, otherOffset, matches in
                Kind.pairUp(run, rows, offset, other, otherRows, otherOffset, &matches)
            },
            countUnchanged: { run, index, other, otherIndex, limit in
                Kind.countUnchanged(run, from: index, other, from: otherIndex, limit: limit)
            },
            replaced: { run, index, data in Kind.replaced(run, index, data) },
            canJoin: { slice, next in Kind.canJoin(slice, next) },
            copied: { run, range, isRenewed in Kind.copied(run, range, isRenewed) },
            joined: { slices in Kind.joined(slices) })
        let kind = Kind(
            identity: identity, height: height, content: content, item: ItemType(item),
            showsSection: showsSection, operations: operations
        ) { run, index, view, section in
            Item._fill(&view, with: unsafeDowncast(run, to: Elements.self).elements[index], in: section)
        }
        return Elements(elements, kind: kind)
    }
}
