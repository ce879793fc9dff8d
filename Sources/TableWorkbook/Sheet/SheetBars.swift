import TableAgent
import TableSurfaces

/// The bars of a sheet: a rule for each column with bars, which follows the rows.
///
/// A rule lists the ranges of the rows, so heads and feet have no bars, and all rows have one scale. Only these ranges and the
/// limits of the numbers stay in memory.
struct SheetBars {
    private let columnCount: Int
    private var extents: BarExtents
    /// The ranges of consecutive rows.
    private var ranges: [ClosedRange<Int>] = []
    /// Whether the rows have more ranges than a rule can list.
    private var hasTooManyRanges = false

    /// The largest number of ranges in a rule.
    private static let mostRanges = 8192

    init(_ columns: [GridColumn]) {
        columnCount = columns.count { $0.bar != nil }
        extents = BarExtents(columns)
    }

    /// The number of columns whose bars are omitted.
    var omittedCount: Int { hasTooManyRanges ? columnCount : 0 }

    /// Adds a row to the last range or to a new one, and measures its numbers.
    mutating func add(_ line: borrowing GridLine, at row: Int) {
        guard columnCount > 0, !hasTooManyRanges else { return }
        if let last = ranges.last, last.upperBound == row - 1 {
            ranges[ranges.count - 1] = last.lowerBound...row
        } else if ranges.count < Self.mostRanges {
            ranges.append(row...row)
        } else {
            ranges = []
            hasTooManyRanges = true
        }
        extents.add(line)
    }

    // MARK: After the last row

    /// The bars of a column with a scale.
    private struct Rule {
        let letters: String
        /// The ends of the scale.
        let limits: [String]
        let priority: Int

        /// The id that connects the two forms of the rule.
        var id: String {
            let digits = String(priority, radix: 16, uppercase: true)
            let zeros = String(repeating: "0", count: 12 - digits.utf8.count)
            return "{00000000-0000-4000-8000-\(zeros)\(digits)}"
        }
    }

    /// Returns the rules in the order of the columns.
    private func rules(for columns: [SheetColumn]) -> [Rule] {
        var rules: [Rule] = []
        let scales = extents.scales
        for (index, column) in columns.enumerated() where !ranges.isEmpty {
            guard let scale = scales[index], let limits = Self.limits(of: scale.range) else { continue }
            rules.append(Rule(letters: column.letters, limits: limits, priority: rules.count + 1))
        }
        return rules
    }

    /// Returns the ends of a scale as numbers for a formula, or `nil` if a spreadsheet can't compute with them.
    ///
    /// Excel computes with 15 digits. It does not read larger numbers in a formula, and reads smaller ones as zero.
    private static func limits(of scale: ClosedRange<Double>) -> [String]? {
        let ends = [scale.lowerBound, scale.upperBound]
        let largest = max(ends[0].magnitude, ends[1].magnitude)
        let width = ends[1] - ends[0]
        guard largest <= 9.99999999999999e307, width.isFinite, width > largest * 1e-14 else { return nil }
        return ends.map { $0.magnitude < 1e-307 ? "0" : SeriesSummary.text(of: $0).uppercased() }
    }

    /// Returns the cells of a rule, such as `B2:B40 B43`.
    private func cells(of rule: Rule) -> String {
        let letters = rule.letters
        return ranges.lazy.map { rows in
            let first = "\(letters)\(rows.lowerBound)"
            return rows.count == 1 ? first : "\(first):\(letters)\(rows.upperBound)"
        }.joined(separator: " ")
    }

    /// Writes the rules in the form of Excel 2007, which precede the links.
    ///
    /// This form has bars in one direction. LibreOffice draws the form of Excel 2010 only if a rule has both forms.
    func writeRules(for columns: [SheetColumn], to markup: inout GridOutput) throws {
        for rule in rules(for: columns) {
            markup.write("<conditionalFormatting sqref=\"\(cells(of: rule))\">")
            markup.write("<cfRule type=\"dataBar\" priority=\"\(rule.priority)\">")
            markup.write("<dataBar minLength=\"0\" maxLength=\"100\">")
            for limit in rule.limits { markup.write("<cfvo type=\"num\" val=\"\(limit)\"/>") }
            markup.write("<color rgb=\"\(Self.fill)\"/></dataBar><extLst>")
            markup.write("<ext \(Self.namespace) uri=\"{B025F937-C7B1-47D3-B67F-A62EFF666E3E}\">")
            markup.write("<x14:id>\(rule.id)</x14:id></ext></extLst></cfRule></conditionalFormatting>")
            try markup.flushIfFull()
        }
    }

    /// Writes the rules in the form of Excel 2010, which end the sheet.
    func writeExtensions(for columns: [SheetColumn], to markup: inout GridOutput) throws {
        let rules = rules(for: columns)
        if rules.isEmpty { return }
        markup.write("<extLst><ext \(Self.namespace) uri=\"{78C0D931-6437-407d-A8EE-F0AAD7539E65}\">")
        markup.write("<x14:conditionalFormattings>")
        for rule in rules {
            markup.write("<x14:conditionalFormatting xmlns:xm=\"\(Self.formulaNamespace)\">")
            markup.write("<x14:cfRule type=\"dataBar\" id=\"\(rule.id)\">")
            markup.write("<x14:dataBar minLength=\"0\" maxLength=\"100\" border=\"1\" gradient=\"0\"")
            markup.write(" negativeBarBorderColorSameAsPositive=\"0\">")
            for limit in rule.limits {
                markup.write("<x14:cfvo type=\"num\"><xm:f>\(limit)</xm:f></x14:cfvo>")
            }
            markup.write(Self.newerColors + "</x14:dataBar></x14:cfRule>")
            markup.write("<xm:sqref>\(cells(of: rule))</xm:sqref></x14:conditionalFormatting>")
            try markup.flushIfFull()
        }
        markup.write("</x14:conditionalFormattings></ext></extLst>")
    }

    /// The color of bars. The numbers in front of a bar have a contrast of at least 4.5 to 1 in each role (WCAG 2.2, 1.4.3).
    /// The border of a bar in the form of Excel 2010 has a contrast of at least 3 to 1 to the sheet.
    private static let fill = "FFC9DAF2"
    /// The other colors in the form of Excel 2010.
    private static let newerColors =
        "<x14:borderColor rgb=\"FF6B8FC6\"/><x14:negativeFillColor rgb=\"FFF6D0CC\"/>"
        + "<x14:negativeBorderColor rgb=\"FFD0736B\"/><x14:axisColor rgb=\"FF5A5F67\"/>"
    private static let formulaNamespace = "http://schemas.microsoft.com/office/excel/2006/main"
    private static let namespace =
        "xmlns:x14=\"http://schemas.microsoft.com/office/spreadsheetml/2009/9/main\""
}
