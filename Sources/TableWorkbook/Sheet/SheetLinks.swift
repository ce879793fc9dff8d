import TableAgent
import TableSurfaces

/// The links of a sheet, which follow its rows. Only these stay in memory.
struct SheetLinks {
    /// The scheme and host of addresses that begin with a slash.
    private let origin: String?
    private var links: [(cell: String, address: String)] = []

    /// The largest number of links in a sheet of Excel, and the largest number of characters in an address.
    private static let (mostLinks, longestAddress) = (65_530, 2079)

    init(origin: String?) {
        self.origin = origin
    }

    var isEmpty: Bool { links.isEmpty }

    /// Adds the link of a cell, and returns whether there is one.
    ///
    /// A cell has no link if its address is not safe or not absolute, or if it shows no text.
    mutating func add(_ cell: GridCell, of line: borrowing GridLine, at reference: String) -> Bool {
        guard links.count < Self.mostLinks, !cell.shown.isEmpty else { return false }
        var address = line.link(of: cell)
        if let origin, let path = address, path.hasPrefix("/"), !path.hasPrefix("//") {
            address = origin + path
        }
        // The value of a cell with this role is an address, too.
        let value =
            cell.role == .link ? line.withValue(of: cell) { String(decoding: $0, as: UTF8.self) } : nil
        let safe = [address, value].lazy.compactMap { $0.flatMap { LinkAddress($0) } }.first
        guard let safe, safe.text.utf16.count <= Self.longestAddress else { return false }
        links.append((reference, safe.text))
        return true
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
