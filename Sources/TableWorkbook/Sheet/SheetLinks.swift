import TableAgent
import TableSurfaces

/// The links of a sheet, which follow its rows. Only these stay in memory.
struct SheetLinks {
    /// The scheme and host of addresses that begin with a slash.
    private let origin: String?
    private var links: [(cell: String, address: String)] = []

    /// The largest number of links in a sheet of Excel, and the largest number of characters in an address.
    private static let mostLinks = 65_530
    private static let longestAddress = 2079

    init(origin: String?) {
        self.origin = origin.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }

    var isEmpty: Bool { links.isEmpty }

    /// Adds the link of a cell, and returns whether there is one.
    ///
    /// A cell has no link if its address is not safe or not absolute, or if it shows no text.
    mutating func add(_ cell: GridCell, of line: borrowing GridLine, at reference: @autoclosure () -> String)
        -> Bool
    {
        guard links.count < Self.mostLinks, !cell.shown.isEmpty,
            let address = address(line.link(of: cell)) ?? address(ofValue: cell, in: line)
        else { return false }
        links.append((reference(), address))
        return true
    }

    /// Returns the address that the value of a cell with the role of a link is.
    private func address(ofValue cell: GridCell, in line: borrowing GridLine) -> String? {
        guard cell.role == .link else { return nil }
        return address(line.withValue(of: cell) { String(decoding: $0, as: UTF8.self) })
    }

    /// Returns the safe, absolute address that a text contains, or `nil` for any other text.
    private func address(_ text: String?) -> String? {
        guard var text, text.utf8.count <= 8 * Self.longestAddress else { return nil }
        if let origin, text.hasPrefix("/"), !text.hasPrefix("//") { text = origin + text }
        return LinkAddress(text).flatMap { $0.text.utf16.count <= Self.longestAddress ? $0.text : nil }
    }

    /// Writes the cells of the links, if there are any.
    func write(to markup: inout GridOutput) {
        if links.isEmpty { return }
        markup.write("<hyperlinks>")
        for (index, link) in links.enumerated() {
            markup.write("<hyperlink ref=\"\(link.cell)\" r:id=\"rId\(index + 1)\"/>")
        }
        markup.write("</hyperlinks>")
    }

    /// The addresses of the links, in the order of their cells.
    var relationshipList: String { XML.relationshipList(links.lazy.map { ("hyperlink", $0.address) }) }
}
