extension HandWritten {
    /// Writes a text table in two passes: the first makes the cells and measures the widths, and the second
    /// adds padding.
    static func text(_ orders: [Order], _ output: inout Blocks) {
        let count = Order.titles.count
        let isNumeric = [true, false, false, true, true, false]
        var cells = Order.titles
        cells.reserveCapacity((orders.count + 1) * count)
        for order in orders {
            cells.append(String(order.id))
            cells.append(order.customer)
            cells.append(order.region)
            cells.append(String(order.quantity))
            cells.append(order.total.description)
            cells.append(order.note)
        }
        let cellWidths = cells.map(width)
        var widths = [Int](repeating: 0, count: count)
        for (index, width) in cellWidths.enumerated() {
            widths[index % count] = max(widths[index % count], width)
        }

        func rule(_ left: String, _ middle: String, _ right: String) -> String {
            left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
                + "\n"
        }
        output.append(rule("┌", "┬", "┐"))
        for row in 0...orders.count {
            if row == 1 { output.append(rule("├", "┼", "┤")) }
            for column in 0..<count {
                output.append(column == 0 ? "│ " : " │ ")
                let cell = row * count + column
                let blanks = repeatElement(UInt8(ascii: " "), count: widths[column] - cellWidths[cell])
                if isNumeric[column] { output.bytes.append(contentsOf: blanks) }
                output.append(cells[cell])
                if !isNumeric[column] { output.bytes.append(contentsOf: blanks) }
            }
            output.append(" │\n")
            output.flushIfFull()
        }
        output.append(rule("└", "┴", "┘"))
    }

    /// Returns the columns of a text on a terminal. Each Chinese, Japanese, or Korean character has two
    /// columns.
    private static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + ($1.unicodeScalars.first.map(isWide) ?? false ? 2 : 1) }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
