import Foundation
import TableAgent
import TableSurfaces
import Testing

extension JSONFormatTests {
    @Test func `The rows of all sections can be one list without heads and feet`() throws {
        #expect(
            try JSONFormat(layout: .rows).string(of: .store) == """
                [
                  {"Item": "Apple", "Count": 3},
                  {"Item": "Fig", "Count": 12},
                  {"Item": "Nail", "Count": 100}
                ]

                """)
        #expect(try JSONFormat(layout: .rows).string(of: TableInfo()) == "[]\n")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity], [JSONFormat.Layout.sections, .rows])
    func `On request, a non-finite number is an error with its position`(
        number: Double, layout: JSONFormat.Layout
    ) throws {
        let table = TableInfo(["A", "B"], rows: [["a", 1], ["nan", SampleCell(.double(number))]])

        let error = #expect(throws: TableError.self) {
            try JSONFormat(layout: layout, notFinite: .refuse).string(of: table)
        }

        #expect(error?.code == .numberNotFinite)
        #expect(error?.position == RowPosition(section: 0, row: 1))
        #expect(error?.description.contains("column \"B\"") == true)
        #expect(throws: TableError.self) { try JSONLinesFormat(notFinite: .refuse).string(of: table) }
    }

    @Test(arguments: [TablePart.head, .foot])
    func `A non-finite number in a head or foot is also an error`(kind: TablePart) throws {
        let cells: [SampleCell] = [nil, SampleCell(.double(.nan))]
        let section = TableSection(0, head: kind == .head ? cells : nil, foot: kind == .foot ? cells : nil)

        let error = #expect(throws: TableError.self) {
            try JSONFormat(notFinite: .refuse).string(of: TableInfo(columns: ["A", ""], sections: [section]))
        }

        #expect(error?.description.contains("column 2 at the \(kind.rawValue) of section 0") == true)
    }

    @Test func `A control sequence in a title is escaped in the error`() throws {
        let table = TableInfo(["\u{1B}[2J\u{202E}a\n"], rows: [[SampleCell(.double(.nan))]])

        let error = #expect(throws: TableError.self) {
            try JSONFormat(notFinite: .refuse).string(of: table)
        }

        #expect(error?.description.hasPrefix(#"column "\u{1B}[2J\u{202E}a\u{A}" at "#) == true)
    }

    @Test func `Finite numbers are written identically with either option`() throws {
        #expect(
            try JSONFormat(notFinite: .refuse).string(of: .store) == JSONFormat().string(of: .store))
    }

    @Test func `Ten thousand columns with equal titles quickly get different keys`() throws {
        let count = 10_000
        let table = TableInfo(
            Array(repeating: "a", count: count), rows: [Array(repeating: 1, count: count)])
        let text = try JSONLinesFormat().string(of: table)

        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?.count == count)
    }
}
