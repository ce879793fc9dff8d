import TableAgent
import TableSurfaces
import Testing

struct JSONLinesFormatTests {
    @Test func `Each row of each section is an object on its own line, without heads and feet`() throws {
        #expect(
            try JSONLinesFormat().string(of: .store) == """
                {"Item": "Apple", "Count": 3}
                {"Item": "Fig", "Count": 12}
                {"Item": "Nail", "Count": 100}

                """)
    }

    @Test func `Rows of collapsed sections are written`() throws {
        let table = TableInfo(columns: ["A"], sections: [TableSection(0, rows: [["a"]], isCollapsed: true)])

        #expect(try JSONLinesFormat().string(of: table) == "{\"A\": \"a\"}\n")
    }

    @Test func `A line break in a cell does not break the line`() throws {
        let text = try JSONLinesFormat().string(of: TableInfo(["A"], rows: [["a\r\nb\u{85}\u{2028}"]]))

        #expect(text == "{\"A\": \"a\\r\\nb\u{85}\u{2028}\"}\n")
    }

    @Test func `An empty table writes nothing`() throws {
        #expect(try JSONLinesFormat().string(of: TableInfo()) == "")
    }

    @Test func `An empty row in a table without columns is an empty object`() throws {
        #expect(try JSONLinesFormat().string(of: TableInfo([], rows: [[]])) == "{}\n")
    }
}
