/// Loops that a program without this library would contain: one format each, for these six columns.
enum HandWritten {
    static func csv(_ orders: [Order], _ output: inout Blocks) {
        output.append(Order.titles.joined(separator: ",") + "\r\n")
        for order in orders {
            output.append(String(order.id))
            output.append(",")
            appendField(order.customer, &output)
            output.append(",")
            appendField(order.region, &output)
            output.append(",")
            output.append(String(order.quantity))
            output.append(",")
            output.append(order.total.description)
            output.append(",")
            appendField(order.note, &output)
            output.append("\r\n")
            output.flushIfFull()
        }
    }

    private static func appendField(_ field: String, _ output: inout Blocks) {
        let needsQuotes = field.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
        }
        guard needsQuotes else { return output.append(field) }
        output.append("\"")
        output.append(field) { $0 == UInt8(ascii: "\"") ? "\"\"" : nil }
        output.append("\"")
    }

    static func markdown(_ orders: [Order], _ output: inout Blocks) {
        output.append("| " + Order.titles.joined(separator: " | ") + " |\n")
        output.append("| ---: | :--- | :--- | ---: | ---: | :--- |\n")
        for order in orders {
            output.append("| \(order.id) | ")
            output.append(order.customer, escaping: markdownEscape)
            output.append(" | ")
            output.append(order.region, escaping: markdownEscape)
            output.append(" | \(order.quantity) | \(order.total) | ")
            output.append(order.note, escaping: markdownEscape)
            output.append(order.note.isEmpty ? "|\n" : " |\n")
            output.flushIfFull()
        }
    }

    /// Escapes the special characters of these texts. They can contain tags, whose ends need no escape.
    private static func markdownEscape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "`"): "\\`"
        case UInt8(ascii: "*"): "\\*"
        case UInt8(ascii: "_"): "\\_"
        case UInt8(ascii: "["): "\\["
        case UInt8(ascii: "<"): "\\<"
        case UInt8(ascii: "|"): "\\|"
        case UInt8(ascii: "~"): "\\~"
        case UInt8(ascii: "&"): "\\&"
        default: nil
        }
    }

    static func html(_ orders: [Order], _ output: inout Blocks) {
        output.append("<table>\n<colgroup><col class=\"right\"><col><col><col class=\"right\">")
        output.append("<col class=\"right\"><col></colgroup>\n<thead>\n<tr>")
        for (index, title) in Order.titles.enumerated() {
            let isNumeric = [0, 3, 4].contains(index)
            output.append(
                "<th scope=\"col\"\(isNumeric ? " class=\"right\"" : "") dir=\"auto\">\(title)</th>")
        }
        output.append("</tr>\n</thead>\n<tbody>\n")
        for order in orders {
            output.append("<tr><th scope=\"row\" class=\"right\">\(order.id)</th><td dir=\"auto\">")
            output.append(order.customer, escaping: htmlEscape)
            output.append("</td><td dir=\"auto\">")
            output.append(order.region, escaping: htmlEscape)
            output.append("</td><td class=\"right\">\(order.quantity)</td>")
            output.append("<td class=\"right\">\(order.total)</td><td dir=\"auto\">")
            output.append(order.note, escaping: htmlEscape)
            output.append("</td></tr>\n")
            output.flushIfFull()
        }
        output.append("</tbody>\n</table>\n")
    }

    private static func htmlEscape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    static func json(_ orders: [Order], _ output: inout Blocks) {
        output.append("{\"sections\": [\n  {\"id\": \"orders\", \"rows\": [\n    ")
        for (index, order) in orders.enumerated() {
            if index > 0 { output.append(",\n    ") }
            output.append("{\"Order\": \(order.id), \"Customer\": \"")
            output.append(order.customer, escaping: jsonEscape)
            output.append("\", \"Region\": \"")
            output.append(order.region, escaping: jsonEscape)
            output.append("\", \"Quantity\": \(order.quantity), \"Total\": \(order.total), \"Note\": \"")
            output.append(order.note, escaping: jsonEscape)
            output.append("\"}")
            output.flushIfFull()
        }
        output.append("\n  ]}\n]}\n")
    }

    private static func jsonEscape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case 9: "\\t"
        case 10: "\\n"
        case 13: "\\r"
        case 0..<0x20: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        default: nil
        }
    }
}
