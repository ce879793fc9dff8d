import Foundation
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

    /// The seeds of the random tests, as arguments, so that a failure names its seed. The environment
    /// variable `TABLEDEMO_SEED` repeats one seed.
    static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["TABLEDEMO_SEED"].flatMap(UInt64.init) {
            return [seed]
        }
        return (0..<24).map { _ in UInt64.random(in: 0...UInt64.max) }
    }()

    /// A random number generator with the same values for the same seed: SplitMix64.
    struct Random: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed
        }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }

        /// Returns a short, often empty text of characters that have a meaning in the formats.
        mutating func text(of characters: [Unicode.Scalar] = InputFixture.characters) -> String {
            var text = ""
            for _ in 0..<Int.random(in: 0...6, using: &self) {
                text.unicodeScalars.append(characters.randomElement(using: &self) ?? "x")
            }
            return text
        }
    }

    static let characters: [Unicode.Scalar] = Array(
        "ab0019-.,\t\"\n\r\\;/ {}[]:\u{0}\u{7F}\u{FEFF}é€漢😀".unicodeScalars)
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
        var totals = try Totals(of: self, aggregates, groupBy: group)
        try totals.add(self, RowSelection(groupBy: group).groups(in: self))
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
