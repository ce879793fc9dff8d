import Foundation
import TableAgent
import Testing

@Suite struct RowPositionTests {
    @Test func `A position is encoded as a pair of numbers and read back`() throws {
        let position = RowPosition(section: 3, row: 14)
        let data = try JSONEncoder().encode([position])
        #expect(String(decoding: data, as: UTF8.self) == "[[3,14]]")
        #expect(try JSONDecoder().decode([RowPosition].self, from: data) == [position])
    }

    @Test(arguments: ["[]", "[1]", "[1, null]", "[\"a\", 1]", "{\"section\": 1, \"row\": 2}", "5"])
    func `A value that is not a pair of numbers can't be decoded`(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(RowPosition.self, from: Data(json.utf8))
        }
    }

    @Test func `Positions have the order of rows in the table`() {
        let sorted = [(0, 0), (0, 1), (0, 9), (1, 0), (1, 5), (2, 0)].map {
            RowPosition(section: $0, row: $1)
        }
        #expect(sorted.reversed().sorted() == sorted)
        #expect(!(sorted[2] < sorted[2]))
    }

    @Test func `A position's description contains its section and row`() {
        #expect("\(RowPosition(section: 0, row: 3))" == "section 0, row 3")
    }

    @Test func `Positions can be changed and used in sets`() {
        var position = RowPosition(section: 1, row: 2)
        let set: Set = [position, RowPosition(section: 2, row: 1)]
        #expect(set.contains(position))
        position.row += 1
        #expect(!set.contains(position))
        position.section = 2
        position.row = 1
        #expect(set.contains(position))
    }
}
