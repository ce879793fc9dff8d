import UIKit

/// A data source of plain texts that records the calls it receives.
@MainActor
final class TestTable: NSObject, UITableViewDataSource, UITableViewDelegate {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 176))
    let view: UITableView
    var sections: [[String]]
    var calls: [String] = []
    var refused: Set<IndexPath> = []
    var onDisplay: (String) -> Void = { _ in }

    init(_ sections: [[String]]) {
        self.sections = sections
        view = UITableView(frame: window.frame, style: .plain)
        super.init()
        view.register(TextCell.self, forCellReuseIdentifier: "text")
        view.dataSource = self
        view.delegate = self
        window.addSubview(view)
        view.layoutIfNeeded()
    }

    var shown: [String] { view.visibleCells.compactMap { ($0 as? TextCell)?.text } }

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sections[section].count
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "text", for: indexPath)
        (cell as? TextCell)?.text = sections[indexPath.section][indexPath.row]
        return cell
    }

    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 0 }
    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { 0 }

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
        let call = "+\((cell as? TextCell)?.text ?? "")"
        calls.append(call)
        onDisplay(call)
    }

    func tableView(
        _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath
    ) {
        let call = "-\((cell as? TextCell)?.text ?? "")"
        calls.append(call)
        onDisplay(call)
    }

    func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
        calls.append("highlight")
    }

    func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
        calls.append("unhighlight")
    }

    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        calls.append("willSelect")
        return refused.contains(indexPath) ? nil : indexPath
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        calls.append("didSelect")
    }

    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
        calls.append("didDeselect")
    }
}

final class TextCell: UITableViewCell {
    var text = ""
    var isPrepared = false

    override func prepareForReuse() {
        super.prepareForReuse()
        isPrepared = true
    }
}
