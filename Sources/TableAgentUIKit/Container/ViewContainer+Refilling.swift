#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        /// Fills the views of rows with other content anew, and of those that moved to another section, of
        /// which they send their events from now on. Views that are never reused are made anew.
        func refillRows(_ changes: TableChanges, in update: TableUpdate) {
            var kept: [IndexPath] = []
            var renewed: [IndexPath] = []
            let arrived = changes.rowMoves.filter {
                update.old.section(at: $0.from.section)?.id != update.new.section(at: $0.to.section)?.id
            }
            for position in Set(changes.rowUpdates + arrived.map(\.to)).sorted() {
                guard let item = panel?.tableInfo.row(at: position)?.item else { continue }
                if registry.source(for: item)?.reuseIdentifier == nil {
                    renewed.append(position.path)
                } else {
                    kept.append(position.path)
                }
            }
            if !kept.isEmpty { surface.reconfigure(kept) }
            if !renewed.isEmpty { surface.renew(renewed) }
        }

        /// Fills the views of heads and feet with other content anew. Where one came or went, or needs
        /// another view, its section is made anew: a view has no other way to exchange it.
        func refillEntries(_ changes: TableChanges, in update: TableUpdate) {
            guard !(changes.headUpdates.isEmpty && changes.footUpdates.isEmpty) else { return }
            let origins = Self.origins(changes, in: update)
            var renewed = IndexSet()
            var isFilled = false
            let updates =
                changes.headUpdates.map { (HeadFootKind.head, $0) }
                + changes.footUpdates.map { (HeadFootKind.foot, $0) }
            for (kind, number) in updates {
                let former = origins[number].flatMap { update.old.section(at: $0)?.row(kind) }
                if let former, haveSameView(former, update.new.section(at: number)?.row(kind)) {
                    guard let view = surface.shownView(kind, number),
                        let content = content(of: kind, ofSection: number)
                    else { continue }
                    fillEntry(view, with: content)
                    isFilled = true
                } else {
                    renewed.insert(number)
                }
            }
            if !renewed.isEmpty {
                surface.renew(renewed)
            } else if isFilled {
                surface.performBatchUpdates(nil, completion: nil)  // measures them
            }
        }

        private func haveSameView(_ former: Row, _ new: Row?) -> Bool {
            guard let new, let identifier = registry.source(for: former.item)?.reuseIdentifier else {
                return false
            }
            return identifier == registry.source(for: new.item)?.reuseIdentifier
        }

        /// For each new section that was there before, its old number.
        private static func origins(_ changes: TableChanges, in update: TableUpdate) -> [Int: Int] {
            let (deletes, inserts) = (Set(changes.sectionDeletes), Set(changes.sectionInserts))
            let former = update.old.sections.indices.filter { !deletes.contains($0) }
            let new = update.new.sections.indices.filter { !inserts.contains($0) }
            return Dictionary(uniqueKeysWithValues: zip(new, former))
        }
    }
#endif
