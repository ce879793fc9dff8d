/// The table that was read from a file: named columns, numbered rows, and the bytes of every cell.
///
/// The text of all cells stays where it was read, in one buffer; a cell costs eight bytes more. No
/// `String` is made until one is asked for, so a file of 20 MB needs about twice its size in memory.
/// A table never changes once it is built and can be shared between tasks.
struct SourceTable: Sendable {
    /// The name of the file as messages give it.
    let file: String
    /// The names of the columns, each of them once.
    let columns: [String]
    /// The number of rows, the header of a CSV file not counted.
    var rowCount: Int { rowLines.count }

    /// Whether the kinds of the cells are guessed from their columns, as the file itself has only text.
    let guessesKinds: Bool

    private let bytes: [UInt8]
    private let cells: [Cell]
    /// Where each row starts in `cells`, and where the last one ends; empty if all rows are full.
    private let rowStarts: [UInt32]
    private let rowLines: [UInt32]
    private let numericColumns: [Bool]

    /// Puts a table together from what a reader has found.
    ///
    /// - Parameters:
    ///   - rowStarts: the index of each row's first cell and, last, the number of cells, when rows
    ///     can be shorter than there are columns; empty when every row is full.
    ///   - rowLines: the line of the file that each row starts on.
    ///   - guessesKinds: whether the file itself has only text.
    init(
        file: String, columns: [String], numericColumns: [Bool], bytes: consuming [UInt8],
        cells: consuming [Cell], rowStarts: consuming [UInt32] = [], rowLines: consuming [UInt32],
        guessesKinds: Bool = false
    ) {
        precondition(numericColumns.count == columns.count, "One flag for each column")
        let isFull = cells.count == rowLines.count * columns.count
        precondition(rowStarts.isEmpty ? isFull : rowStarts.count > rowLines.count, "The cells fill the rows")
        self.file = file
        self.columns = columns
        self.numericColumns = numericColumns
        self.bytes = bytes
        self.cells = cells
        self.rowStarts = rowStarts
        self.rowLines = rowLines
        self.guessesKinds = guessesKinds
    }

    /// A row, lent by its table.
    struct LentRow {
        fileprivate let cells: UnsafeBufferPointer<Cell>
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        fileprivate let columnCount: Int

        /// What the cell in a column holds, and its text; one that the row is too short for is missing.
        subscript(column: Int) -> (kind: Kind, utf8: UnsafeBufferPointer<UInt8>) {
            precondition(0..<columnCount ~= column, "No such column")
            let cell = column < cells.count ? cells[column] : .missing
            return (cell.kind, UnsafeBufferPointer(rebasing: bytes[cell.range]))
        }
    }

    /// Lends a row.
    ///
    /// - Complexity: O(1); no copy is made.
    func withRow<Result, Failure: Error>(
        _ row: Int, _ body: (LentRow) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let range =
            rowStarts.isEmpty
            ? row * columns.count..<(row + 1) * columns.count
            : Int(rowStarts[row])..<Int(rowStarts[row + 1])
        return try bytes.withUnsafeBufferPointer { bytes throws(Failure) -> Result in
            try cells.withUnsafeBufferPointer { cells throws(Failure) -> Result in
                let cells = UnsafeBufferPointer(rebasing: cells[range])
                return try body(LentRow(cells: cells, bytes: bytes, columnCount: columns.count))
            }
        }
    }

    /// What the cell at a row and a column holds.
    func kind(row: Int, column: Int) -> Kind {
        withRow(row) { $0[column].kind }
    }

    /// Lends the text of a cell as UTF-8; that of a null and of a missing value is empty.
    ///
    /// - Complexity: O(1); no copy is made.
    func withUTF8<Result, Failure: Error>(
        row: Int, column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withRow(row) { row throws(Failure) -> Result in try body(row[column].utf8) }
    }

    /// The line of the file that a row starts on, counted from 1.
    func line(ofRow row: Int) -> Int {
        Int(rowLines[row])
    }

    /// Whether a column has numbers and, apart from nulls and missing values, nothing else.
    func isNumeric(column: Int) -> Bool {
        numericColumns[column]
    }
}
