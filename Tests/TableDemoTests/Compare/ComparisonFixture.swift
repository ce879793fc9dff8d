import TableAgent
import TableSurfaces

@testable import TableDemo

extension Comparison {
    /// Compares two texts; the files are called `old` and `new`.
    init(
        _ old: String, _ new: String, as format: InputFormat = .csv, newFormat: InputFormat? = nil,
        key: String = "id", groupBy: String? = nil, columns: [String]? = nil
    ) throws {
        let newFile = InputFile(name: "new", bytes: Array(new.utf8))
        try self.init(
            from: SourceTable(reading: InputFile(name: "old", bytes: Array(old.utf8)), as: format),
            to: SourceTable(reading: newFile, as: newFormat ?? format),
            key: key, groupBy: groupBy, columns: columns)
    }

    /// What people are shown, in a frame of ASCII.
    var text: String {
        get throws { try TextFormat(border: .ascii).string(of: ChangeReformer().reform(ChangeReport(self))) }
    }
}

extension [RowPosition] {
    /// The places as JSON has them, `[section, row]`.
    var pairs: [[Int]] { map { [$0.section, $0.row] } }
}

extension [TableChanges.RowMove] {
    /// The places that rows leave and the places where they go.
    var pairs: [[[Int]]] { map { [$0.from, $0.to].pairs } }
}
