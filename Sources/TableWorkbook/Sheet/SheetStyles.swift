import TableAgent
import TableSurfaces

/// The horizontal alignment of a cell. With `general`, numbers are at the right, and text is at the left.
enum SheetAlignment: String, CaseIterable {
    case general, left, center, right
}

/// The content of a cell, as far as the style of the cell depends on the content.
enum SheetContent {
    case value(NumberFormat)
    case text
    /// Text that a spreadsheet would evaluate after an edit of the cell, such as a formula or a number.
    case literalText
}

/// The styles of the cells of one sheet.
///
/// A workbook lists its styles, and a cell has the index of its style. The list precedes the sheet, because a program that
/// reads the file as a stream needs the list to recognize dates. So the list has all combinations that a cell can have, in
/// the order of the parts, then of the roles, the alignments, and the contents.
struct SheetStyles {
    private let alignments: [SheetAlignment]
    private let formats: [NumberFormat]

    /// The parts and roles in the order of their styles. The first style is that of a plain cell of a row.
    private static let parts: [TablePart] = [.row, .head, .foot, .tableFoot]
    private static let roles = GridRole.allCases

    /// Creates the styles for the cells of some columns.
    init(for columns: [SheetColumn]) {
        let used = Set(columns.map(\.alignment))
        alignments = SheetAlignment.allCases.filter { $0 == .general || used.contains($0) }
        let decimals = Set(columns.compactMap(\.fractionCount)).sorted()
        formats =
            [.general, .whole, .date, .dateTime, .dateTimeMilliseconds, .time] + decimals.map { .decimal($0) }
    }

    private var contentCount: Int { formats.count + 2 }
    private var groupCount: Int { Self.parts.count * Self.roles.count * alignments.count }

    /// Returns the index of the style of a cell.
    func index(
        of content: SheetContent, in part: TablePart, as role: GridRole, aligned alignment: SheetAlignment
    ) -> Int {
        let contentIndex =
            switch content {
            case .value(let format): formats.firstIndex(of: format) ?? 0
            case .text: formats.count
            case .literalText: formats.count + 1
            }
        let group =
            (part.index * Self.roles.count + Int(role.rawValue))
            * alignments.count
        return (group + (alignments.firstIndex(of: alignment) ?? 0)) * contentCount + contentIndex
    }

    /// Returns the index of the style of a cell without a value and without a role.
    func plainIndex(in part: TablePart, aligned alignment: SheetAlignment) -> Int {
        index(of: .value(.general), in: part, as: .plain, aligned: alignment)
    }

    /// Returns the index of the style of a title.
    ///
    /// - Parameters:
    ///   - alignment: The alignment of the title.
    ///   - isLiteral: Whether a spreadsheet would evaluate the title after an edit.
    func titleIndex(_ alignment: SheetAlignment, isLiteral: Bool) -> Int {
        groupCount * contentCount + 2 * alignment.index + (isLiteral ? 1 : 0)
    }

    /// The number of all styles.
    var count: Int { groupCount * contentCount + 2 * SheetAlignment.allCases.count }

    // MARK: The list

    /// The code of the first number format that is not built in.
    private static let firstFormatCode = 164

    /// Writes the part of the workbook that lists the styles.
    func write(to output: inout GridOutput) {
        output.write(XML.declaration + "<styleSheet xmlns=\"\(XML.mainNamespace)\">")
        let codes = formats.compactMap(\.code)
        output.write("<numFmts count=\"\(codes.count)\">")
        for (index, code) in codes.enumerated() {
            output.write("<numFmt numFmtId=\"\(Self.firstFormatCode + index)\" formatCode=\"\(code)\"/>")
        }
        output.write("</numFmts><fonts count=\"\(2 * Self.roles.count)\">")
        for isBold in [false, true] {
            for role in Self.roles { output.write(role.font(isBold: isBold)) }
        }
        output.write("</fonts><fills count=\"4\"><fill><patternFill patternType=\"none\"/></fill>")
        output.write("<fill><patternFill patternType=\"gray125\"/></fill>")
        for color in ["FFE3EAF3", "FFF3F5F8"] {
            output.write("<fill><patternFill patternType=\"solid\"><fgColor rgb=\"\(color)\"/>")
            output.write("<bgColor indexed=\"64\"/></patternFill></fill>")
        }
        output.write("</fills><borders count=\"4\">\(Self.border(""))")
        output.write(Self.border("<top style=\"thin\"><color rgb=\"FF9AA5B4\"/></top>"))
        output.write(Self.border("<top style=\"medium\"><color rgb=\"FF44546A\"/></top>"))
        output.write(Self.border("<bottom style=\"medium\"><color rgb=\"FF44546A\"/></bottom>"))
        output.write(
            "</borders><cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>"
        )
        output.write("</cellStyleXfs><cellXfs count=\"\(count)\">")
        writeStyles(to: &output)
        output.write(
            "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
        )
        output.write("</styleSheet>")
    }

    private static func border(_ line: String) -> String {
        let top = line.hasPrefix("<top") ? line : "<top/>"
        let bottom = line.hasPrefix("<bottom") ? line : "<bottom/>"
        return "<border><left/><right/>\(top)\(bottom)<diagonal/></border>"
    }

    /// Writes the styles in the order of their indices.
    private func writeStyles(to output: inout GridOutput) {
        var code = Self.firstFormatCode
        let formatCodes = formats.map { format in
            guard format.code != nil else { return 0 }
            defer { code += 1 }
            return code
        }
        for part in Self.parts {
            for role in Self.roles {
                let font = (part == .row ? 0 : Self.roles.count) + Int(role.rawValue)
                let start =
                    "\" fontId=\"\(font)\" fillId=\"\(part.fill)\" borderId=\"\(part.border)\" xfId=\"0\""
                for alignment in alignments {
                    for (format, code) in zip(formats, formatCodes) {
                        let element = alignment.element(for: part, isLeft: format.width > 0)
                        output.write("<xf numFmtId=\"\(code)\(start)>\(element)</xf>")
                    }
                    let element = alignment.element(for: part, isLeft: true, wraps: part != .head)
                    for literal in ["", " quotePrefix=\"1\""] {
                        output.write("<xf numFmtId=\"0\(start)\(literal)>\(element)</xf>")
                    }
                }
            }
        }
        for alignment in SheetAlignment.allCases {
            for literal in ["", " quotePrefix=\"1\""] {
                output.write("<xf numFmtId=\"0\" fontId=\"\(Self.roles.count)\" fillId=\"0\" borderId=\"3\"")
                output.write(" xfId=\"0\"\(literal)>")
                output.write(alignment.element(for: .row, isLeft: true, wraps: true) + "</xf>")
            }
        }
    }
}

extension SheetAlignment {
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Returns the element of a style that describes the alignment.
    ///
    /// Text and dates are indented, so that they do not touch a number in the column before. The text of a head continues in
    /// the empty cells beside it, so it is not wrapped.
    ///
    /// - Parameters:
    ///   - part: The part of the cell.
    ///   - isLeft: Whether the content is at the left in a general alignment.
    ///   - wraps: Whether the text continues in more lines of the cell.
    fileprivate func element(for part: TablePart, isLeft: Bool, wraps: Bool = false) -> String {
        let isLeft = self == .left || self == .general && isLeft
        let side = isLeft ? " horizontal=\"left\"" : self == .general ? "" : " horizontal=\"\(rawValue)\""
        let indent = isLeft && part != .head ? " indent=\"1\"" : ""
        return "<alignment\(side) vertical=\"top\"\(indent)\(wraps ? " wrapText=\"1\"" : "")/>"
    }
}

extension TablePart {
    /// The place of the part in the order of the styles.
    fileprivate var index: Int {
        switch self {
        case .row: 0
        case .head: 1
        case .foot: 2
        case .tableFoot: 3
        }
    }

    /// The index of the background.
    fileprivate var fill: Int {
        switch self {
        case .row, .foot: 0
        case .head: 2
        case .tableFoot: 3
        }
    }

    /// The index of the border.
    fileprivate var border: Int {
        switch self {
        case .row, .head: 0
        case .foot: 1
        case .tableFoot: 2
        }
    }
}

extension GridRole {
    /// The font of the role. Its color has a contrast of at least 4.5 to 1 on each background (WCAG 2.2, 1.4.3).
    fileprivate func font(isBold: Bool) -> String {
        let bold = isBold || self == .strong ? "<b/>" : ""
        let line = self == .link ? "<u/>" : ""
        return
            "<font>\(bold)\(line)<sz val=\"11\"/><color rgb=\"FF\(color)\"/><name val=\"Calibri\"/><family val=\"2\"/></font>"
    }

    private var color: String {
        switch self {
        case .plain, .strong: "1C1D1F"
        case .muted: "5A5F67"
        case .positive: "15692F"
        case .negative: "B3261E"
        case .warning: "7A4D00"
        case .link: "0B57B0"
        }
    }
}
