#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension TableViewContainer: UITableViewDataSource {
        /// Returns the number of sections of the table on show.
        public func numberOfSections(in tableView: UITableView) -> Int {
            panel?.tableInfo.sections.count ?? 0
        }

        /// Returns the number of a section's rows on show.
        public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            panel?.tableInfo.section(at: section)?.visibleRowCount ?? 0
        }

        /// Returns a cell that the row's item has filled.
        public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
        {
            guard let content = content(at: indexPath), let source = registry.source(for: content.item)
            else { return UITableViewCell() }
            let cell = cell(from: source, at: indexPath)
            fill(
                cell, with: content, by: source, isOwn: source.ownClass(UITableViewCell.self) != nil)
            return cell
        }

        private func cell(from source: ViewSource, at indexPath: IndexPath) -> UITableViewCell {
            let ownClass = source.ownClass(UITableViewCell.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewCell(style: .default, reuseIdentifier: nil) }
                return source.makeView { ownClass.init(style: .default, reuseIdentifier: nil) }
            }
            if registeredCells.insert(identifier).inserted {
                if ownClass != nil, let nib = source.nib {
                    tableView.register(nib, forCellReuseIdentifier: identifier)
                } else {
                    tableView.register(ownClass ?? UITableViewCell.self, forCellReuseIdentifier: identifier)
                }
            }
            return tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
        }
    }

    extension TableViewContainer: UITableViewDataSourcePrefetching {
        /// Sends `prefetch` events.
        public func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            post(.prefetch, atAll: indexPaths)
        }

        /// Sends `cancelPrefetch` events.
        public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            post(.cancelPrefetch, atAll: indexPaths)
        }
    }
#endif
