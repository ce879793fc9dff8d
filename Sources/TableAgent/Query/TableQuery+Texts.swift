// The texts that a business stores beside its own ones, so that its database answers queries by the rules of the library.

extension TableQuery {
    /// Returns a text by which a database sorts another text as the library does: without regard to case and accents, with runs
    /// of digits by their values, and finally by code points.
    ///
    /// The order of these sort keys, as bytes, is the order of the texts. Store the key of a text in a column of its own, and sort by
    /// the column: in SQLite with the collation `BINARY`, in PostgreSQL with `"C"`. A key has no NUL, and only equal texts have
    /// equal keys:
    ///
    /// ```swift
    /// try db.execute(
    ///     sql: "UPDATE customers SET name = ?, nameKey = ? WHERE id = ?",
    ///     arguments: [name, TableQuery.sortKey(of: name), id])
    /// ```
    ///
    /// The key consists of a part that texts share if they differ only in case and accents, the characters `\u{1}\u{1}`, and the text.
    /// The bounds of a range, such as ``Condition/from(_:)``, compare only the first parts.
    ///
    /// The key of a text can change with a version of the library. Compute the stored keys again after an update.
    ///
    /// - Complexity: O(*n*) in the bytes of the text. The key is about twice as long.
    public static func sortKey(of text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            var folded = ByteBuffer()
            folded.append(folding: utf8, countsDigits: true)
            var key: [UInt8] = []
            key.reserveCapacity(2 * utf8.count + 8)
            folded.withBytes { writeKey(ofFolded: $0, to: &key) }
            key += [1, 1]
            for byte in utf8 { write(byte, to: &key) }
            return String(decoding: key, as: UTF8.self)
        }
    }

    /// Returns a text without accents and in lower case, in which a database finds a part as the library does.
    ///
    /// A search, ``Condition/contains(_:)``, and ``Condition/begins(_:)`` compare such texts. Store the folded text in a column of its
    /// own, and look in it for the folded part. Like a sort key, it can change with a version of the library.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    public static func folded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            var folded = ByteBuffer()
            folded.append(folding: utf8)
            return folded.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Writes a folded text, in which a run of digits has a byte with its length. The lengths become characters from `\u{2}` on.
    private static func writeKey(ofFolded folded: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        func writeNumber(_ byte: UInt8) { key += Array(String(Unicode.Scalar(UInt32(byte) + 2) ?? " ").utf8) }
        var index = 0
        while index < folded.count {
            let byte = folded[index]
            index += 1
            guard byte == 0x30 else {
                write(byte, to: &key)
                continue
            }
            var length = Int(folded[index])
            key.append(byte)
            writeNumber(folded[index])
            index += 1
            if length == 255 {
                length = 0
                for byte in folded[index..<index + 8] {
                    length = length << 8 | Int(byte)
                    writeNumber(byte)
                }
                index += 8
            }
            key += folded[index..<index + length]
            index += length
        }
    }

    /// Writes a byte so that `\u{1}\u{1}` precedes all that can follow in its place.
    private static func write(_ byte: UInt8, to key: inout [UInt8]) {
        if byte > 1 { key.append(byte) } else { key += [1, byte + 1] }
    }
}
