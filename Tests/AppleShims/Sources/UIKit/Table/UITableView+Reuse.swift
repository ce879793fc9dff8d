public import Foundation

extension UITableView {
    public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        cells.register(
            identifier,
            make: (cellClass as? UITableViewCell.Type).map { type in
                { type.init(style: .default, reuseIdentifier: identifier) }
            })
    }

    public func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
        cells.register(identifier, nib: nib)
    }

    public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
        headFeet.register(
            identifier,
            make: (aClass as? UITableViewHeaderFooterView.Type).map { type in
                { type.init(reuseIdentifier: identifier) }
            })
    }

    public func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
        headFeet.register(identifier, nib: nib)
    }

    public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        guard let (cell, isReused) = cells.take(identifier) else { return nil }
        if let own = cell.reuseIdentifier, own != identifier {
            UIKitException.raise(
                "cell reuse indentifier in nib (\(own)) does not match the identifier used to register the nib "
                    + "(\(identifier))")
        }
        if isReused { cell.prepareForReuse() } else { cell.adopt(identifier) }
        return cell
    }

    public func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
        UIKitException.raise(
            "unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for the "
                + "identifier or connect a prototype cell in a storyboard")
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    public func dequeueReusableHeaderFooterView(
        withIdentifier identifier: String
    ) -> UITableViewHeaderFooterView? {
        guard let (view, isReused) = headFeet.take(identifier) else { return nil }
        if isReused { view.prepareForReuse() } else { view.adopt(identifier) }
        return view
    }
}
