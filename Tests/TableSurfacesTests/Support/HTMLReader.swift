/// Reads HTML as strictly as XML: every element is closed, and every attribute is in double quotes.
struct HTMLReader {
    enum Token: Equatable {
        case open(String, [String: String])
        case close(String)
        case text(String)
    }

    struct Violation: Error {
        var reason: String
        var rest: String
    }

    private static let voidElements: Set = ["br", "meta", "col", "link", "input"]
    private var rest: Substring

    /// Returns the tags and texts of a page or fragment, in order, without line breaks between tags.
    static func tokens(_ text: String) throws -> [Token] {
        var reader = HTMLReader(rest: text[...])
        var tokens: [Token] = []
        var open: [String] = []
        if reader.rest.hasPrefix("<!DOCTYPE html>\n") { reader.rest.removeFirst(16) }
        while !reader.rest.isEmpty {
            let token = try open.last == "style" ? reader.rawText(of: "style") : reader.token()
            switch token {
            case .open(let name, _) where !voidElements.contains(name):
                open.append(name)
            case .close(let name):
                guard open.popLast() == name else { throw reader.violation("</\(name)> closes nothing.") }
            case .text("\n"): continue
            default: break
            }
            tokens.append(token)
        }
        guard open.isEmpty else { throw reader.violation("\(open) are not closed.") }
        return tokens
    }

    private func violation(_ reason: String) -> Violation {
        Violation(reason: reason, rest: String(rest.prefix(60)))
    }

    private mutating func rawText(of name: String) throws -> Token {
        if rest.hasPrefix("</\(name)>") { return try token() }
        let end = rest.firstRange(of: "</\(name)>")?.lowerBound ?? rest.endIndex
        defer { rest = rest[end...] }
        return .text(String(rest[..<end]))
    }

    private mutating func token() throws -> Token {
        guard rest.first == "<" else {
            return .text(try decoded(take { $0 != "<" }))
        }
        rest.removeFirst()
        if rest.first == "/" {
            rest.removeFirst()
            let name = take { $0.isLetter || $0.isNumber }
            guard rest.popFirst() == ">" else { throw violation("A closing tag ends with >.") }
            return .close(name)
        }
        let name = take { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !name.isEmpty else { throw violation("A tag has a name.") }
        var attributes: [String: String] = [:]
        while rest.first == " " {
            rest.removeFirst()
            let key = take { $0.isASCII && ($0.isLetter || $0 == "-") }
            guard !key.isEmpty, rest.hasPrefix("=\"") else { throw violation("An attribute has a value.") }
            rest.removeFirst(2)
            let value = take { $0 != "\"" }
            guard !value.contains("<"), !value.contains(">"), rest.popFirst() == "\"" else {
                throw violation("A value is escaped and stands in quotes.")
            }
            guard attributes.updateValue(try decoded(value), forKey: key) == nil else {
                throw violation("An attribute stands once.")
            }
        }
        guard rest.popFirst() == ">" else { throw violation("A tag ends with >.") }
        return .open(name, attributes)
    }

    private mutating func take(while isWanted: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// Decodes character references. Quotes, angle brackets, and ampersands in text must be references.
    private func decoded(_ text: String) throws -> String {
        let names = ["amp;": "&", "lt;": "<", "gt;": ">", "quot;": "\"", "#39;": "'"]
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        var result = String(parts[0])
        for part in parts.dropFirst() {
            guard let (name, character) = names.first(where: { part.hasPrefix($0.key) }) else {
                throw violation("&\(part) is no reference that is needed.")
            }
            result += character + part.dropFirst(name.count)
        }
        guard text.unicodeScalars.allSatisfy({ !Self.isForbidden($0) }) else {
            throw violation("A character that HTML does not allow.")
        }
        return result
    }

    /// Returns whether HTML forbids a character in its source (HTML, 13.2.3.5): controls and noncharacters.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0C: false
        case 0..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
