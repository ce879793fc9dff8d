import Foundation
import TableAgent
import TableSurfaces
import TableWorkbook

/// Reads tables as JSON from standard input, and writes each of them in every format for the judges.
///
/// The output is a list of one object for each table, which maps the name of a format to the written table. Workbooks are
/// written in Base64.
@main
enum TableWriter {
    static func main() throws {
        let input = FileHandle.standardInput.readDataToEndOfFile()
        let tables = try JSONDecoder().decode([GivenTable].self, from: input)
        let written = try tables.map(write)
        FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: written))
    }

    private static func write(_ given: GivenTable) throws -> [String: String] {
        let table = try GivenReformer().reform(given)
        let formats: [String: any TextualFormat] = [
            "text": TextFormat(),
            "narrow": TextFormat(border: .rounded, width: 60),
            "tiny": TextFormat(border: .none, width: 16),
            "ascii": TextFormat(border: .ascii),
            "markdown": MarkdownFormat(),
            "html": HTMLFormat(page: HTMLPage(given.title, language: "en")),
            "page": page(given),
            "inline": HTMLFormat(styling: .inline),
            "csv": CSVFormat(),
            "guarded": CSVFormat(guardsFormulas: true),
            "tsv": TSVFormat(),
            "escaped": TSVFormat(usesEscapes: true),
            "json": JSONFormat(),
            "rows": JSONFormat(layout: .rows),
            "jsonl": JSONLinesFormat(),
        ]
        let outputs = try formats.mapValues { try $0.string(of: table) }
        return outputs.merging(try workbooks(of: table)) { $1 }
            .merging(["queried": try queried(table, title: given.title)].compactMapValues(\.self)) { $1 }
            .merging(["style hash": HTMLFormat.stylesheetHash]) { $1 }
    }

    /// Returns a table as workbooks: as it is, its rows alone, and with feet that add up each column.
    private static func workbooks(of table: TableInfo) throws -> [String: String] {
        let formats = [
            "workbook": WorkbookFormat(),
            "records": WorkbookFormat(includesHeadsAndFeet: false),
            "summed": WorkbookFormat(sums: table.columns.map(\.key)),
        ]
        return try formats.mapValues { Data(try $0.bytes(of: table)).base64EncodedString() }
    }

    /// Returns a page with the controls of a query; `nil` if the key of a column is no field of an address.
    private static func queried(_ table: TableInfo, title: String) throws -> String? {
        final class Surface: TableContainer {
            weak var panel: Panel?
            func canShow(_ item: any TableItem.Type) -> Bool { true }
            func reload(_ update: TableUpdate) { update.commit() }
        }
        let agent = try Agent(Surface(), rawData: table) { $0 }
        let sorts = table.columns.prefix(2).map { TableQuery.Sort.descending($0.key) }
        let query = TableQuery(sorts: sorts, page: TableQuery.Page(size: 2))
        do {
            try agent.show(query)
            let controls = try HTMLControls(
                query, result: agent.queryResult, fields: ["language": title], sizes: [2, 20], files: ["csv"])
            let page = HTMLPage(title, language: "en", top: try controls.markup(for: table))
            var actions = HTMLActions(address: "/events?a&b", page: "/?a&b", allowsMany: true)
            actions.opensDetails = true
            return try HTMLFormat(page: page, actions: actions, controls: controls)
                .string(of: agent.tableInfo)
        } catch let error as TableError where error.code == .invalidQuery {
            return nil
        }
    }

    /// Returns a page with all optional parts of HTML.
    private static func page(_ given: GivenTable) -> HTMLFormat {
        HTMLFormat(
            page: HTMLPage(
                given.title, language: "en", stylesheet: .linked("/table.css"),
                head: "<meta name=\"author\" content=\"a program\">", top: "<h1>Top</h1>",
                bottom: "<p>Bottom</p>"),
            isKeyed: true, actions: HTMLActions(address: "/events?a&b", fields: ["token": given.title]))
    }
}
