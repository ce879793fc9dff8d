import TableAgent

/// A writer of a table as one JSON value, or as one value per line.
struct JSONWriter: GridWriter {
    enum Shape {
        case sections, array, lines
    }

    private let shape: Shape
    private let columns: [GridColumn]
    private let notFinite: JSONFormat.NotFinite
    private let caption: String
    private var keys: JSONKeys
    private var hasSections = false
    private var hasTotal = false
    private var rows = Rows.missing

    /// The state of the array of rows of a section, or of the table.
    private enum Rows {
        case missing, empty, some, closed
    }

    init(_ columns: [GridColumn], _ shape: Shape, _ notFinite: JSONFormat.NotFinite, caption: String?) {
        self.shape = shape
        self.columns = columns
        self.notFinite = notFinite
        self.caption = caption ?? ""
        keys = JSONKeys(columns)
    }

    mutating func begin(to output: inout GridOutput) {
        switch shape {
        case .sections:
            output.write("{")
            if !caption.isEmpty {
                output.write("\"caption\": ")
                output.writeJSONString(caption)
                output.write(", ")
            }
            output.write("\"sections\": [")
        case .array:
            output.write("[")
            rows = .empty
        case .lines: break
        }
    }

    mutating func beginSection(_ id: AnyID, state: SectionState, to output: inout GridOutput) {
        guard shape == .sections else { return }
        rows = .missing
        output.write(hasSections ? ",\n  {\"id\": " : "\n  {\"id\": ")
        output.writeJSON(id)
        hasSections = true
    }

    @inline(__always)
    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) throws(TableError) {
        if notFinite == .refuse { try refuseNotFinite(line, at: position) }
        switch position.part {
        case .head:
            output.write(", \"head\": ")
            output.writeJSONArray(line)
        case .row: writeRow(line, &output)
        case .foot:
            endRows(&output)
            output.write(", \"foot\": ")
            output.writeJSONObject(.foot, line, keys: &keys)
        case .tableFoot:
            endSections(&output)
            output.write(", \"total\": ")
            output.writeJSONObject(.foot, line, keys: &keys)
            hasTotal = true
        }
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

    mutating func endSection(to output: inout GridOutput) {
        guard shape == .sections else { return }
        endRows(&output)
        output.write("}")
    }

    private func endSections(_ output: inout GridOutput) {
        output.write(hasSections ? "\n]" : "]")
    }

    mutating func end(to output: inout GridOutput) {
        switch shape {
        case .sections:
            if !hasTotal { endSections(&output) }
            output.write("}\n")
        case .array: output.write(rows == .some ? "\n]\n" : "]\n")
        case .lines: break
        }
    }

    private mutating func beginRows(_ output: inout GridOutput) {
        guard rows == .missing else { return }
        output.write(", \"rows\": [")
        rows = .empty
    }

    private mutating func endRows(_ output: inout GridOutput) {
        beginRows(&output)
        if rows != .closed { output.write(rows == .empty ? "]" : "\n  ]") }
        rows = .closed
    }

    private func refuseNotFinite(_ line: borrowing GridLine, at position: GridPosition) throws(TableError) {
        for (index, cell) in line.cells.enumerated() where cell.kind == .decimal {
            guard line.withValue(of: cell, { !$0.isFiniteNumber }) else { continue }
            let title = index < columns.count ? columns[index].title : ""
            let column = title.isEmpty ? "column \(index + 1)" : "column \"\(title.withVisibleControls)\""
            throw TableError(
                .numberNotFinite,
                "\(column) at \(position.text) holds \(line.value(at: index)), which JSON has no number for; give the "
                    + "cell another value, or let the format write null.",
                position: position.rowPosition)
        }
    }
}
