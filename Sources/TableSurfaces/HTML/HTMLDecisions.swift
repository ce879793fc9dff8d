import TableAgent

/// The properties of a table that all of its lines share, and that depend on all lines.
///
/// The markup of a line depends only on the line and on these decisions.
package struct HTMLDecisions: Hashable, Sendable {
    /// The alignment of each column: left, center, right, or decimal for a column with fractions.
    let alignments: [GridColumn.Alignment]
    /// The length of the longest fraction of each column, including the decimal point; 0 without fractions.
    let fractionLengths: [Int]
    /// Whether a column has a title.
    let hasTitles: Bool
    /// Whether the table has columns: there is at least one title or one line.
    let hasColumns: Bool
    /// Whether a single cell of a head or foot spans all columns. Without titles and rows, there are no
    /// columns to span.
    let spansColumns: Bool
    let points: [DecimalPoint?]
    /// The scales of bars and series.
    let scales: BarScales
    /// Whether the first click on the title of a column sorts descending; empty without controls.
    let sortsDescending: [Bool]

    /// The difference between a cell and the longest fraction of its column: digits, and the decimal point
    /// before them.
    ///
    /// The stylesheet adds the missing digits after the number, as invisible text in the same font. So their
    /// width is right in every font.
    struct Lack {
        var digits = 0
        var point: DecimalPoint?
    }

    /// Returns the missing part of a cell's fraction, which is empty for a cell without a number.
    func lack(of line: borrowing GridLine, at index: Int) -> Lack {
        let longest = fractionLengths[index]
        guard longest > 0, let point = points[index],
            let length = point.fractionLength(of: line.cells[index], in: line), length < longest
        else { return Lack() }
        return length == 0 ? Lack(digits: longest - 1, point: point) : Lack(digits: longest - length)
    }
}

extension LineCounts {
    /// Returns the decisions that follow from the lines.
    func decisions(actions: HTMLActions?, hasControls: Bool = false) -> HTMLDecisions {
        let width = columnCount
        // A row of HTML needs at least one cell.
        let lengths = (0..<max(width, 1)).map(fractionLength)
        let alignments =
            width == 0 ? [.left] : (0..<width).map { lengths[$0] > 0 ? .decimal : alignment(ofColumn: $0) }
        let hasTitles = columns.contains { !$0.title.isEmpty } || actions?.title.isEmpty == false
        return HTMLDecisions(
            alignments: alignments, fractionLengths: lengths, hasTitles: hasTitles,
            hasColumns: hasTitles || lineCount > 0, spansColumns: hasTitles || rowCount > 0, points: points,
            scales: scales, sortsDescending: hasControls ? columns.indices.map(sortsDescending) : [])
    }
}
