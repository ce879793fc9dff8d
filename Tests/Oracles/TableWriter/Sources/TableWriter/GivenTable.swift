import TableAgent

/// A table in the JSON notation of the judges.
struct GivenTable: Decodable {
    /// The title of the page around the table.
    let title: String
    let caption: String?
    let columns: [Column]
    let sections: [Part]

    struct Column: Decodable {
        let title: String
        let key: String?
        let alignment: String
        /// The scale of the bars; an automatic one has no ends.
        let bar: [Double]?
    }

    struct Part: Decodable {
        let id: String
        let head: [GivenCell]?
        let rows: [[GivenCell]]
        let foot: [GivenCell]?
        let collapsed: Bool?
    }
}

/// A cell: the kind of its value, the text of the value, the displayed text if it differs, and the address of
/// its link.
struct GivenCell: Decodable {
    let kind: String
    let value: String
    let shown: String?
    let link: String?
    let role: String

    /// The numbers of a series, which are separated by commas in brackets. Other words than numbers are missing values.
    var series: [Double?] {
        value.dropFirst().dropLast().split(separator: ",").map { Double($0.drop { $0 == " " }) }
    }
}

/// The error of an invalid description.
struct GivenError: Error, CustomStringConvertible {
    let description: String
}

extension EventName<String> {
    static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    static var delete: Self { Self("delete") }
}

/// Writes the cells of a description into a line. Offers two actions, one of them in two lists, and has details.
enum GivenLine: EventItem, DetailItem {
    static func fill(_ details: inout RowDetails, with cells: [GivenCell]) {}

    static func actions(_ place: RowAction.Placement, for cells: [GivenCell]) -> [RowAction] {
        let delete = RowAction("Delete", .delete, isDestructive: true)
        return switch place {
        case .trailing: [RowAction("Pay & <b>", .pay, cells.first?.value ?? "", allowsMany: true), delete]
        case .menu: [delete]
        case .leading: []
        }
    }

    static func fill(_ line: inout GridLine, with cells: [GivenCell]) {
        for cell in cells {
            let role = GridRole.allCases.first { "\($0)" == cell.role } ?? .plain
            var value = cell.value
            switch cell.kind {
            case "integer": line.integer(Int(value), shown: cell.shown, link: cell.link, role: role)
            case "decimal":
                value.withUTF8 { line.decimal(utf8: $0, shown: cell.shown, link: cell.link, role: role) }
            case "double": line.decimal(Double(value), shown: cell.shown, link: cell.link, role: role)
            case "boolean": line.boolean(Bool(value), shown: cell.shown, link: cell.link, role: role)
            case "date": line.date(value, shown: cell.shown, link: cell.link, role: role)
            case "json": line.json(value, shown: cell.shown, link: cell.link, role: role)
            case "series": line.series(cell.series, shown: cell.shown, link: cell.link, role: role)
            case "missing": line.missing(role: role)
            case "empty": line.empty(shown: cell.shown, link: cell.link, role: role)
            default: line.text(value, shown: cell.shown, link: cell.link, role: role)
            }
        }
    }
}

struct GivenReformer: StatelessReformer {
    func reform(_ given: GivenTable) throws -> TableInfo {
        // A last section that has only a foot, after other sections, means the foot of the table.
        let last = given.sections.count > 1 ? given.sections.last : nil
        let total = last.flatMap { $0.head == nil && $0.rows.isEmpty ? $0.foot : nil }
        return TableInfo(
            caption: given.caption,
            columns: try given.columns.map {
                GridColumn(
                    $0.title, key: $0.key, alignment: try alignment($0.alignment),
                    bar: $0.bar.map { $0.isEmpty ? .automatic : .range($0[0]...$0[1]) })
            }, foot: total.map { Foot($0, as: GivenLine.self) }
        ) {
            for part in given.sections.dropLast(total == nil ? 0 : 1) {
                TableSection(id: part.id, isCollapsed: part.collapsed ?? false) {
                    if let head = part.head { Head(head, as: GivenLine.self) }
                    Rows(byPosition: part.rows, as: GivenLine.self)
                    if let foot = part.foot { Foot(foot, as: GivenLine.self) }
                }
            }
        }
    }

    private func alignment(_ name: String) throws -> GridColumn.Alignment {
        switch name {
        case "automatic": .automatic
        case "left": .left
        case "center": .center
        case "right": .right
        case "decimal": .decimal
        case "decimalComma": .decimalComma
        default: throw GivenError(description: "There is no alignment \(name).")
        }
    }
}
