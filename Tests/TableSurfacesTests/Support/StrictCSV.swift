/// Reads comma-separated values strictly by the grammar of RFC 4180.
struct StrictCSV {
    struct Violation: Error {
        var reason: String
        var offset: Int
    }

    private let bytes: [UInt8]
    private var offset = 0

    /// Returns the records of a text. Each record ends with CR LF.
    static func records(_ text: String) throws -> [[String]] {
        var reader = StrictCSV(bytes: Array(text.utf8))
        var records: [[String]] = []
        while reader.next != nil { records.append(try reader.record()) }
        return records
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func violation(_ reason: String) -> Violation { Violation(reason: reason, offset: offset) }

    private mutating func record() throws -> [String] {
        var fields = [try field()]
        while next == UInt8(ascii: ",") {
            offset += 1
            fields.append(try field())
        }
        guard next == 13 else { throw violation("A record ends with CR LF.") }
        offset += 1
        guard next == 10 else { throw violation("LF follows CR.") }
        offset += 1
        return fields
    }

    private mutating func field() throws -> String {
        var content: [UInt8] = []
        guard next == UInt8(ascii: "\"") else {
            while let byte = next, byte != UInt8(ascii: ","), byte != 13 {
                guard byte != UInt8(ascii: "\""), byte != 10 else {
                    throw violation("Quotes and LF stand only in quoted fields.")
                }
                content.append(byte)
                offset += 1
            }
            return String(decoding: content, as: UTF8.self)
        }
        offset += 1
        while true {
            guard let byte = next else { throw violation("The closing quote is missing.") }
            offset += 1
            if byte == UInt8(ascii: "\"") {
                guard next == byte else { return String(decoding: content, as: UTF8.self) }
                offset += 1
            }
            content.append(byte)
        }
    }
}
