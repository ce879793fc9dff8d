import RandomTesting
import Testing

@testable import tables

/// Helpers of the input tests: tables from text, errors of invalid text, and random values.
enum InputFixture {
    /// Reads a text as a table.
    static func table(
        _ text: String, as format: InputFormat, _ options: InputOptions = InputOptions()
    ) throws(InputError) -> SourceTable {
        try table(Array(text.utf8), as: format, options)
    }

    static func table(
        _ bytes: [UInt8], as format: InputFormat, _ options: InputOptions = InputOptions()
    ) throws(InputError) -> SourceTable {
        try SourceTable(reading: InputFile(name: "in", bytes: bytes), as: format, options)
    }

    /// Returns the error message for an invalid text, or `nil` for a valid text.
    static func message(
        _ text: String, as format: InputFormat, _ options: InputOptions = InputOptions()
    ) -> String? {
        do {
            _ = try table(text, as: format, options)
            return nil
        } catch {
            return error.description
        }
    }

    static let characters: [Unicode.Scalar] = Array(
        "ab0019-.,\t\"\n\r\\;/ {}[]:\u{0}\u{7F}\u{FEFF}é€漢😀".unicodeScalars)
}

extension SeededGenerator {
    /// Returns a short, often empty text of characters that have a meaning in the formats.
    mutating func text(of characters: [Unicode.Scalar] = InputFixture.characters) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &self) {
            text.unicodeScalars.append(characters.randomElement(using: &self) ?? "x")
        }
        return text
    }
}

extension InputFormat {
    /// Guesses the format from the whole text of a file.
    init(sniffing bytes: [UInt8]) {
        self = InputOptions().format(of: InputFile(name: "", bytes: bytes))
    }
}

extension SourceTable {
    /// Returns the kind of a cell.
    func kind(row: Int, column: Int) -> Kind {
        withCells { $0[row, column].kind }
    }

    /// Returns the text of a cell.
    func text(row: Int, column: Int) -> String {
        withCells { $0[row, column].text }
    }

    /// Returns the totals of all rows.
    func totals(of aggregates: [Aggregate], by group: String? = nil) throws -> Totals {
        let groups = [group].compactMap(\.self)
        var totals = try Totals(of: self, aggregates, groupBy: groups)
        try totals.add(self, RowSelection(groupBy: groups).groups(in: self))
        return totals
    }

    /// The texts of all cells.
    var texts: [[String]] {
        rows.indices.map { row in columns.indices.map { text(row: row, column: $0) } }
    }

    /// The kinds of all cells.
    var kinds: [[Kind]] {
        rows.indices.map { row in columns.indices.map { kind(row: row, column: $0) } }
    }

    /// The lines of all rows.
    var lines: [Int] {
        rows.map { Int($0.line) }
    }
}

extension [Aggregate] {
    static func sums(_ columns: String...) -> [Aggregate] {
        columns.map { Aggregate(function: .sum, column: $0) }
    }
}
