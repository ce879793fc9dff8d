import TableAgent

/// The first lines of a stream, kept until its writer can be made.
struct StreamSample {
    private struct Section {
        let id: AnyID
        var head: GridLine?
        var rows: [GridLine] = []
        var foot: GridLine?
        var isEnded = false
    }

    private var sections: [Section] = []

    /// How many rows there are.
    private(set) var rowCount = 0
    /// The cells of the line that has most.
    private(set) var widestLine = 0

    mutating func beginSection(_ id: AnyID) {
        sections.append(Section(id: id))
    }

    /// Keeps a line of the section that was begun last.
    mutating func append(_ part: GridPart, _ line: GridLine) {
        let last = sections.count - 1
        switch part {
        case .head: sections[last].head = line
        case .row: sections[last].rows.append(line)
        case .foot: sections[last].foot = line
        }
        if part == .row { rowCount += 1 }
        widestLine = max(widestLine, line.cells.count)
    }

    mutating func endSection() {
        sections[sections.count - 1].isEnded = true
    }

    /// The table of the lines.
    func table(of columns: [GridColumn]) -> TableInfo {
        TableInfo(
            columns: columns,
            sections: sections.map { section in
                TableAgent.TableSection(id: section.id) {
                    if let head = section.head { Head(head, as: SampledLine.self) }
                    Rows(byPosition: section.rows, as: SampledLine.self)
                    if let foot = section.foot { Foot(foot, as: SampledLine.self) }
                }
            })
    }

    /// Writes all lines; a section that was not ended stays open.
    func write(by writer: inout any StreamWriter, to output: inout GridOutput) throws {
        for section in sections {
            try writer.beginSection(section.id, &output)
            if let head = section.head { try writer.write(.head, head, &output) }
            for row in section.rows {
                try writer.write(.row, row, &output)
                try output.endLine()
            }
            if let foot = section.foot { try writer.write(.foot, foot, &output) }
            if section.isEnded { try writer.endSection(&output) }
        }
    }
}

/// A line that was filled already.
private enum SampledLine: GridLineItem {
    static func fill(_ line: inout GridLine, with kept: GridLine) {
        line = kept
    }
}
