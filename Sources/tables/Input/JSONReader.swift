import TableAgent

/// Reads JSON into a ``SourceTable``.
///
/// The rows are the elements of an array, or the objects in an object. This array or object is the whole document or a member
/// of it. A document can also have several objects or values without an array. Any other object is a single row.
///
/// The output of `--to json` has an array of rows for each section.
///
/// Each key becomes a column, in the order of first appearance. Nested values remain JSON, without white space.
struct JSONReader {
    /// A member of an object.
    private typealias Member = JSONScanner.Member

    private let options: InputOptions
    /// The maximum number of rows to read.
    private let limit: Int
    /// The source of further lines.
    private var file: InputFile
    private var scanner: JSONScanner
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []
    /// The first cell of the row that is being read.
    private var rowStart = 0
    /// The end of the rows that the progress has counted.
    private var reported = 0
    /// The number of cells with missing values.
    private var missing = 0
    /// The keys of the columns as bytes, because equal strings can have different bytes.
    private var keys: [[UInt8]] = []
    /// The columns of the keys.
    private var columns: [[UInt8]: Int] = [:]
    /// The number of keys of the rows that were read. A row that fails can have further keys.
    private var keyCount = 0
    /// The opening bracket of the elements in an array of rows, or 0 for simple values.
    private var kind: UInt8?
    /// The error after the rows that were read, or in a line that follows.
    private var failure: InputError?

    /// Creates a reader of a file that is valid UTF-8, or of lines that are read while they come in.
    ///
    /// - Parameter isLines: Whether each line contains an object. With a path, the file must contain a single
    ///   object.
    init(_ file: consuming InputFile, isLines: Bool = true, _ options: InputOptions, limit: Int = .max) {
        self.options = options
        self.limit = limit
        scanner = JSONScanner(file: file.name, isLines: isLines && options.path == nil)
        self.file = file
    }

    /// Reads a complete file.
    ///
    /// - Complexity: O(*n*) in the bytes of the file, if most objects have the same keys.
    mutating func readTable() throws(InputError) -> SourceTable {
        swap(&scanner.bytes, &file.bytes)
        let table = try readRows()
        if let failure, !options.keepsGoodRows { throw failure }
        if scanner.isLines, rows.isEmpty { throw emptyFile() }
        return table
    }

    /// Waits for the next complete lines, or returns `nil` at the end of the file. An error is thrown after the rows
    /// before it. The columns begin with those of the parts before.
    mutating func readNextPart() throws(InputError) -> SourceTable? {
        while true {
            if let failure { throw failure }
            let end = file.isComplete ? file.bytes.count : (file.bytes.lastIndex(of: "\n") ?? -1) + 1
            let lines = file.prefix(end)
            do { try lines.checkUTF8(line: scanner.line, offset: scanner.size) } catch { failure = error }
            file.bytes.removeFirst(end)
            scanner.bytes = lines.bytes
            let table = try readRows()
            if !table.rows.isEmpty { return table }
            if file.isComplete { return nil }
            try file.loadNext()
        }
    }

    /// Reads the rows up to an error, which is kept if there are rows before it.
    private mutating func readRows() throws(InputError) -> SourceTable {
        cells = []
        rows = []
        rowStart = 0
        scanner.begin()
        do {
            try scanner.isLines ? readLines() : readDocuments()
        } catch {
            if rows.isEmpty { throw error }
            failure = error
            cells.removeLast(cells.count - rowStart)
            keys.removeLast(keys.count - keyCount)
            columns = columns.filter { $0.value < keyCount }
        }
        var names = SourceTable.uniqueNames(keys)
        // Other objects can have the generated first key, too, and then keep it.
        if let first = keys.first, let inner = columns[first] { names.swapAt(0, inner) }
        var table = SourceTable(
            file: scanner.file, columns: names, guessesKinds: false, bytes: scanner.bytes, cells: cells,
            rows: rows)
        table.values = options.values
        table.failure = failure
        return table
    }

    // MARK: Documents

    private mutating func readLines() throws(InputError) {
        scanner.skipWhitespace()
        while !scanner.isAtEnd, rows.count < limit {
            if let failure, scanner.line >= failure.line ?? 1 { throw failure }
            guard scanner.peek == "{" else {
                throw scanner.expected("an object on each line, or --from json for other JSON")
            }
            scanner.end = scanner.bytes[scanner.position...].firstIndex(where: \.isLineBreak) ?? scanner.end
            try readRow()
            scanner.skipWhitespace()
            guard scanner.isAtEnd else { throw scanner.expected("only one object on the line") }
            scanner.end = scanner.bytes.count
            scanner.skipWhitespace()
        }
    }

    /// Returns the error for a file without any object.
    func emptyFile(_ what: String = "an object on each line") -> InputError {
        InputError(file: scanner.file, reason: "the file is empty; expected \(what)")
    }

    /// Reads one document, or several objects, simple values, or arrays of objects.
    private mutating func readDocuments() throws(InputError) {
        scanner.skipWhitespace()
        guard !scanner.isAtEnd else { throw emptyFile("an array of objects") }
        let start = scanner.place
        let first = scanner.bracket
        if first != "[" || options.path != nil {
            let members = try scanner.skipValue(findsMembers: true)
            scanner.skipWhitespace()
            if let path = options.path {
                guard scanner.isAtEnd else { throw scanner.expected("only one object with --path") }
                try go(to: path, in: members)
                return try readObject()
            }
            if first == "{", scanner.isAtEnd { return try readTable(in: members, from: start) }
            scanner.go(to: start)
        }
        repeat {
            try first == "[" ? readArray() : readElement()
            scanner.skipWhitespace()
            if scanner.isAtEnd || rows.count >= limit { return }
        } while scanner.bracket == first && (first != "[" || kind ?? "{" == "{")
        throw scanner.expected("the end of the file")
    }

    /// Continues at the value that a path names.
    ///
    /// - Parameters:
    ///   - path: The key of a member, or the keys of an object and of a member in it, such as `data.rows`.
    ///   - prefix: The keys of the enclosing objects, each with a dot.
    private mutating func go(to path: String, in members: [Member], prefix: String = "") throws(InputError) {
        let nested = members.filter { "{[".utf8.contains($0.opening.first) }
        if let member = nested.first(where: { $0.key.utf8.elementsEqual(path.utf8) }) {
            return scanner.go(to: member.place)
        }
        for object in nested where path.utf8.starts(with: "\(object.key).".utf8) {
            scanner.go(to: object.place)
            let inner = try scanner.skipValue(findsMembers: true)
            let rest = Substring(path.utf8.dropFirst(object.key.utf8.count + 1))
            return try go(to: String(rest), in: inner, prefix: "\(prefix)\(object.key).")
        }
        var paths: [String] = []
        for member in nested { paths.append(prefix + (try self.path(to: member))) }
        let problem = "there is no array or object \((prefix + path).quoted())"
        throw ambiguity(problem, paths, at: members.first?.place)
    }

    /// Reads the object that begins at a place: the rows of its sections or of its only array of objects, or else
    /// its own rows.
    private mutating func readTable(in members: [Member], from start: JSONScanner.Place) throws(InputError) {
        var arrays = members.filter { $0.opening == ("[", "{") }
        if arrays.isEmpty { arrays = members.filter { $0.opening == ("[", "]") } }
        let sections = arrays.first { $0.key == "sections" }
        if let sections, let rows = try findRows(of: sections) {
            arrays = rows
        } else if arrays.count > 1 {
            throw ambiguity("several members are arrays", arrays.map(\.key), at: arrays[0].place)
        } else if arrays.isEmpty {
            try checkMembers(members)
            scanner.go(to: start)
            return try readObject()
        }
        kind = "{"
        for array in arrays where rows.count < limit {
            scanner.go(to: array.place)
            try readArray()
        }
    }

    /// Throws an error if a member could be the table instead of its object.
    private mutating func checkMembers(_ members: [Member]) throws(InputError) {
        for member in members {
            let path = try path(to: member)
            let isOnly = members.count == 1 && member.opening.first == "{"
            guard path != member.key || isOnly || member.opening == ("[", "[") else { continue }
            let advice = "use --path \(path.quoted()), or put the object in [ ] for one row"
            throw scanner.failure("the object has a table inside; \(advice)", at: member.place)
        }
    }

    /// Returns the path to the first array of objects in a member, or else to the member.
    private mutating func path(to member: Member) throws(InputError) -> String {
        scanner.go(to: member.place)
        let inner = try scanner.skipValue(findsMembers: true).first { $0.opening == ("[", "{") }
        return inner.map { "\(member.key).\($0.key)" } ?? member.key
    }

    /// Returns the arrays of rows in an array of sections, or `nil` if an element has no rows.
    private mutating func findRows(of sections: Member) throws(InputError) -> [Member]? {
        scanner.go(to: sections.place)
        var rows: [Member]? = []
        var count = 0
        while try scanner.next(&count, until: "]") {
            let members = try scanner.skipValue(findsMembers: true)
            let array = members.first { $0.key == "rows" && $0.opening.first == "[" }
            if let array { rows?.append(array) } else { rows = nil }
        }
        return rows
    }

    /// Returns an error that lists the paths that `--path` could name.
    private func ambiguity(_ problem: String, _ paths: [String], at place: JSONScanner.Place?) -> InputError {
        let names = paths.prefix(5).map { $0.quoted() }.joined(separator: ", ")
        let rest = paths.count > 5 ? ", …" : ""
        let advice = paths.isEmpty ? "leave out --path" : "pick one with --path KEY: \(names)\(rest)"
        return scanner.failure("\(problem); \(advice)", at: place)
    }

    // MARK: Rows

    /// Reads the elements of the array at the position as rows. All elements are of the same kind.
    private mutating func readArray() throws(InputError) {
        var count = 0
        while rows.count < limit, try scanner.next(&count, until: "]") {
            if let kind, scanner.bracket != kind {
                let name = kind == "{" ? "an object" : kind == "[" ? "an array" : "a simple value"
                throw scanner.expected("\(name) as element \(count) of the array")
            }
            try readElement()
        }
    }

    /// Reads the value at the position as a row.
    private mutating func readElement() throws(InputError) {
        kind = scanner.bracket
        switch scanner.bracket {
        case "{": try readRow()
        case "[": try readElements()
        default:
            keys = [Array("value".utf8)]
            cells.append(try scanner.readValue())
            addRow(line: scanner.line)
        }
    }

    /// Reads the array at the position as a row. The first array has the titles if its elements are different
    /// strings.
    private mutating func readElements() throws(InputError) {
        let isFirst = rows.isEmpty && keys.isEmpty
        let start = scanner.place
        var count = 0
        while try scanner.next(&count, until: "]") { cells.append(try scanner.readValue()) }
        if isFirst {
            let texts = cells.filter { $0.kind == .text }.map { Array(scanner.bytes[$0.range]) }
            let isHeader = options.hasHeader && count > 0 && Set(texts).count == count
            keys = isHeader ? texts : Array(repeating: [], count: count)
            if isHeader { return cells = [] }
        }
        guard count == keys.count else {
            let elements = TableWords.counted(count, "element")
            throw scanner.failure("the row has \(elements) where the first has \(keys.count)", at: start)
        }
        addRow(line: start.line)
    }

    /// Reads the object at the position as a row for each member if all of several members are objects, or else as
    /// one row. Reads an array as its rows.
    private mutating func readObject() throws(InputError) {
        guard scanner.peek == "{" else { return try readArray() }
        let start = scanner.place
        let members = try scanner.skipValue(findsMembers: true)
        scanner.go(to: start)
        guard members.count > 1, members.allSatisfy({ $0.opening.first == "{" }) else { return try readRow() }
        keys = [Array("key".utf8)]
        var seen: Set<[UInt8]> = []
        var count = 0
        while rows.count < limit, try scanner.next(&count, until: "}") {
            let key = try scanner.readKey(unescaping: true)
            guard seen.insert(Array(scanner.bytes[key])).inserted else { throw repetition(of: key) }
            try readRow(after: SourceTable.Cell(key, .text))
        }
    }

    /// Adds the row of the cells that were read after the last row.
    private mutating func addRow(line: Int) {
        if rows.count.isMultiple(of: 4096) {
            Progress.shared.add(scanner.position - reported, to: .parsing)
            reported = scanner.position
        }
        rows.append(SourceTable.RowStart(line: UInt32(line), cell: UInt32(rowStart)))
        rowStart = cells.count
        keyCount = keys.count
    }

    /// Reads the object at the position as a row.
    ///
    /// - Parameter key: The cell before those of the object.
    private mutating func readRow(after key: SourceTable.Cell? = nil) throws(InputError) {
        let line = scanner.line
        if let key { cells.append(key) }
        let start = cells.count
        let members = try readMembers()
        missing += cells.count - start - members
        // Without a limit, objects with ever new keys would fill the memory.
        guard missing <= max(1 << 22, scanner.size * 2), cells.count <= Int(UInt32.max) else {
            throw scanner.failure(
                "the objects have too few keys in common for a table: \(keys.count) different keys so far")
        }
        addRow(line: line)
    }

    /// Reads the members of the object at the position as cells of a row, and returns their number.
    ///
    /// - Parameter prefix: The keys of the enclosing objects, each with a dot.
    private mutating func readMembers(prefix: [UInt8] = []) throws(InputError) -> Int {
        var members = 0
        var guess = cells.count - rowStart
        var count = 0
        while try scanner.next(&count, until: "}") {
            let key = try scanner.readKey(unescaping: true)
            if options.flattens, scanner.peek == "{", scanner.opening != ("{", "}") {
                let prefix = prefix + scanner.bytes[key] + [UInt8](".".utf8)
                members += try readMembers(prefix: prefix)
                continue
            }
            let column = column(of: key, after: prefix, guess: guess)
            guess = column + 1
            let index = rowStart + column
            let cell = try scanner.readValue()
            while cells.count <= index { cells.append(.missing) }
            guard cells[index].kind == .missing else { throw repetition(of: key, after: prefix) }
            cells[index] = cell
            members += 1
        }
        return members
    }

    private func repetition(of key: Range<Int>, after prefix: [UInt8] = []) -> InputError {
        let name = String(decoding: prefix + scanner.bytes[key], as: UTF8.self).quoted()
        return scanner.failure("the key \(name) appears twice in one object")
    }

    /// Returns the column of a key. A key that appears for the first time becomes a new column.
    ///
    /// - Parameter guess: The column to try first, because most objects have the same keys in the same order.
    private mutating func column(of key: Range<Int>, after prefix: [UInt8], guess: Int) -> Int {
        if prefix.isEmpty, guess < keys.count, keys[guess].elementsEqual(scanner.bytes[key]) { return guess }
        let name = prefix + scanner.bytes[key]
        if let column = columns[name] { return column }
        columns[name] = keys.count
        keys.append(name)
        return keys.count - 1
    }
}
