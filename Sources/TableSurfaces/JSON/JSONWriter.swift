import TableAgent

/// A writer of a table as one JSON value, or as a value on each line.
struct JSONWriter: GridWriter {
    enum Shape {
        case sections, array, lines
    }

    private let shape: Shape
    private let columns: [GridColumn]
    private let notFinite: JSONNotFinite
    private let caption: String
    private var keys: JSONKeys
    private var sectionCount = 0
    private var rows = Rows.missing
    /// The section behind another one of which nothing is written yet.
    private var pending: AnyID?
    /// The foot of a section that has nothing else.
    private var loneFoot: GridLine?

    /// How far the array of rows is written: that of a section, or of the table.
    private enum Rows {
        case missing, empty, some, closed
    }

    init(_ columns: [GridColumn], _ shape: Shape, _ notFinite: JSONNotFinite, caption: String?) {
        self.shape = shape
        self.columns = columns
        self.notFinite = notFinite
        self.caption = caption ?? ""
        keys = JSONKeys(columns)
    }

    mutating func begin(_ output: inout GridOutput) {
        switch shape {
        case .sections:
            output.write("{")
            if !caption.isEmpty {
                var caption = caption
                output.write("\"caption\": ")
                caption.withUTF8 { output.writeJSONString($0) }
                output.write(", ")
            }
            output.write("\"sections\": [")
        case .array:
            output.write("[")
            rows = .empty
        case .lines: break
        }
    }

    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) {
        writeLoneFoot(&output)
        sectionCount += 1
        guard shape == .sections else { return }
        pending = id
        rows = .missing
        if sectionCount == 1 { openSection(&output) }
    }

    private mutating func openSection(_ output: inout GridOutput) {
        guard let id = pending.take() else { return }
        output.write(sectionCount > 1 ? ",\n  {\"id\": " : "\n  {\"id\": ")
        output.writeJSON(id)
    }

    @inline(__always)
    mutating func write(
        _ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput
    ) throws(TableError) {
        guard place.part == .row || shape == .sections else { return }
        if notFinite == .refuse { try refuseNotFinite(line, at: place) }
        switch place.part {
        case .head:
            openSection(&output)
            output.write(", \"head\": ")
            output.writeJSONArray(line)
        case .row: writeRow(line, &output)
        case .foot where pending != nil: loneFoot = copy line
        case .foot: writeFoot(line, &output)
        }
    }

    private mutating func writeFoot(_ line: borrowing GridLine, _ output: inout GridOutput) {
        endRows(&output)
        output.write(", \"foot\": ")
        output.writeJSONObject(.foot, line, keys: &keys)
    }

    @inline(__always)
    private mutating func writeRow(_ line: borrowing GridLine, _ output: inout GridOutput) {
        switch shape {
        case .sections:
            beginRows(&output)
            output.append(literal: rows == .empty ? "\n    " : ",\n    ")
        case .array: output.append(literal: rows == .empty ? "\n  " : ",\n  ")
        case .lines: break
        }
        rows = .some
        output.writeJSONObject(.row, line, keys: &keys)
        if shape == .lines { output.append(literal: "\n") }
    }

    mutating func endSection(_ output: inout GridOutput) {
        guard shape == .sections, loneFoot == nil else { return }
        endRows(&output)
        output.write("}")
    }

    /// Writes the foot of a section that has nothing else, as another section has begun.
    private mutating func writeLoneFoot(_ output: inout GridOutput) {
        guard let foot = loneFoot.take() else { return }
        openSection(&output)
        writeFoot(foot, &output)
        output.write("}")
    }

    mutating func end(_ output: inout GridOutput) {
        switch shape {
        case .sections:
            output.write(sectionCount > 0 ? "\n]" : "]")
            if let total = loneFoot.take() {
                output.write(", \"total\": ")
                output.writeJSONObject(.foot, total, keys: &keys)
            }
            output.write("}\n")
        case .array: output.write(rows == .some ? "\n]\n" : "]\n")
        case .lines: break
        }
    }

    private mutating func beginRows(_ output: inout GridOutput) {
        guard rows == .missing else { return }
        openSection(&output)
        output.write(", \"rows\": [")
        rows = .empty
    }

    private mutating func endRows(_ output: inout GridOutput) {
        beginRows(&output)
        if rows != .closed { output.write(rows == .empty ? "]" : "\n  ]") }
        rows = .closed
    }

    private func refuseNotFinite(_ line: borrowing GridLine, at place: GridPlace) throws(TableError) {
        for (index, cell) in line.cells.enumerated() where cell.kind == .decimal {
            guard line.withValue(of: cell, { !$0.isFiniteNumber }) else { continue }
            let title = index < columns.count ? columns[index].title : ""
            let column = title.isEmpty ? "column \(index + 1)" : "column \"\(title.withVisibleControls)\""
            throw TableError(
                .numberNotFinite,
                "\(column) at \(place.text) holds \(line.value(at: index)), which JSON has no number for; give the "
                    + "cell another value, or let the format write null.",
                position: place.part == .row ? place.position : nil)
        }
    }
}
