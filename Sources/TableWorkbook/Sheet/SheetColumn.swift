import TableAgent
import TableSurfaces

/// A column of a sheet: its letters, and what the measured lines tell about its width and its number formats.
struct SheetColumn {
    /// The letters of the column: `A`, `Z`, `AA`.
    let letters: String
    let title: String
    /// The name of the column for ``WorkbookFormat/sums``.
    let key: String
    private let hasBars: Bool
    private let columnAlignment: GridColumn.Alignment
    /// The alignment of the cells.
    let alignment: SheetAlignment
    private var kinds = ColumnKinds()
    /// The width of the widest text, and of the widest number before its decimals, in characters.
    private var (textWidth, wholeWidth) = (0, 0)
    /// The number of decimals of the longest fraction; 0 without fractions.
    private var mostDecimals = 0

    /// The largest number of columns in a sheet.
    static let limit = 16_384
    /// The number of decimals up to which all numbers of a column show the same number of decimals.
    private static let mostAlignedDecimals = 6
    /// The width in characters above which text is wrapped.
    private static let mostWidth = 60
    /// The least width in characters. Numbers are in front of their bars, so a column with bars is wider.
    private static let (leastWidth, leastBarWidth) = (6, 16)

    init(at index: Int, _ column: GridColumn?) {
        letters = Self.letters(of: index)
        title = column?.title ?? ""
        key = column?.key ?? ""
        hasBars = column?.bar != nil
        columnAlignment = column?.alignment ?? .automatic
        alignment =
            switch columnAlignment {
            case .automatic: .general
            case .left: .left
            case .center: .center
            case .right, .decimal, .decimalComma: .right
            }
    }

    /// Returns the letters of a column: 26 columns have one letter, the next 676 two.
    private static func letters(of index: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
        return index < 26 ? letter : letters(of: index / 26 - 1) + letter
    }

    // MARK: Measuring

    /// Makes the column wide enough for a cell.
    mutating func add(_ cell: GridCell, in line: borrowing GridLine, of part: TablePart) {
        if part == .row { kinds.insert(cell.kind) }
        switch CellValue(cell, in: line) {
        case .number(let format): addNumber(format, byteCount: cell.value.count)
        case .date(_, let format): textWidth = max(textWidth, format.width)
        case .boolean: textWidth = max(textWidth, 5)
        case .text: textWidth = max(textWidth, line.withShown(of: cell) { CellText.width(of: $0) })
        case .empty: break
        }
    }

    private mutating func addNumber(_ format: NumberFormat, byteCount: Int) {
        guard case .decimal(let decimals) = format, decimals > 0 else {
            wholeWidth = max(wholeWidth, byteCount)
            return
        }
        mostDecimals = max(mostDecimals, decimals)
        let digitCount = byteCount - decimals - 1
        wholeWidth = max(wholeWidth, digitCount + max(digitCount - 1, 0) / 3)
    }

    // MARK: Results

    /// The number of decimals that all numbers of the column show, or `nil` if each number shows its own.
    var fractionCount: Int? { 1...Self.mostAlignedDecimals ~= mostDecimals ? mostDecimals : nil }

    /// The alignment of the title, which is that of the cells.
    var titleAlignment: SheetAlignment {
        kinds.alignment(in: GridColumn("", alignment: columnAlignment)) == .right ? .right : alignment
    }

    /// Returns the format that shows a number: in a column of decimal numbers, all have the same decimals.
    func format(for format: NumberFormat) -> NumberFormat {
        switch (format, fractionCount) {
        case (.whole, let count?): .decimal(count)
        case (.decimal(let decimals), let count?) where decimals <= count: .decimal(count)
        case (.decimal(0), _): .whole
        case (.decimal, _): .general
        default: format
        }
    }

    /// Returns the value of 1 in the last digit that a number shows: 0.01 for `1.2` in a column with two decimals.
    func lastDigit(of number: String) -> Double {
        let parts = number.split { $0 == "e" || $0 == "E" }
        let decimals = parts[0].firstIndex(of: ".").map { parts[0][$0...].utf8.count - 1 } ?? 0
        let exponent = parts.count > 1 ? Int16(parts[1]) ?? 0 : 0
        return Double("1e\(-max(decimals - Int(exponent), fractionCount ?? 0))") ?? 0
    }

    /// Returns the width of the column in characters of the default font.
    ///
    /// - Parameters:
    ///   - hasButton: Whether the title has a filter button.
    ///   - hasMoreLines: Whether lines may follow that were not measured. A number that is too wide is not shown at all, so
    ///     numbers get more room then, and so do columns without a measured value.
    func width(hasButton: Bool, hasMoreLines: Bool) -> Int {
        let isUnknown = textWidth == 0 && wholeWidth == 0
        let reserve = !hasMoreLines ? 0 : isUnknown ? 20 : wholeWidth > 0 ? 4 : 0
        let decimals = mostDecimals > 0 ? mostDecimals + 1 : 0
        var title = title
        let titleWidth = title.withUTF8 { CellText.width(of: $0) } + (hasButton ? 3 : 0)
        // Bold characters, in titles and feet, are wider.
        let widest = max(
            textWidth, wholeWidth + decimals + reserve, min(titleWidth, Self.mostWidth / 2) * 11 / 10)
        return min(max(widest + 3, hasBars ? Self.leastBarWidth : Self.leastWidth), Self.mostWidth)
    }
}
