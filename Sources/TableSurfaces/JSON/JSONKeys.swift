import TableAgent

/// The keys of a table's columns, unique and ready to be written.
struct JSONKeys {
    /// For each column its key in quotes with a colon and a blank behind it.
    private var written: [[UInt8]] = []
    private var names: Set<String> = []
    /// The number to try next behind a name that is taken.
    private var numbers: [String: Int] = [:]
    let columnCount: Int

    init(of table: TableInfo) {
        columnCount = table.columns.count
        let titles = table.columns.map(\.title)
        names = Set(titles)
        var seen: Set<String> = []
        for (index, title) in titles.enumerated() {
            let isNew = seen.insert(title).inserted
            append(isNew && !title.isEmpty ? title : unused(title.isEmpty ? "column_\(index + 1)" : title))
        }
    }

    /// The key of a column; columns that the table does not name are called by their place.
    subscript(index: Int) -> [UInt8] {
        mutating get {
            while written.count <= index {
                append(unused("column_\(written.count + 1)"))
            }
            return written[index]
        }
    }

    private mutating func unused(_ name: String) -> String {
        if names.insert(name).inserted { return name }
        var number = numbers[name] ?? 2
        while !names.insert("\(name)_\(number)").inserted { number += 1 }
        numbers[name] = number + 1
        return "\(name)_\(number)"
    }

    private mutating func append(_ key: String) {
        var bytes = OutputBuffer()
        var key = key
        key.withUTF8 { bytes.appendJSONString($0) }
        bytes.append(": ")
        written.append(bytes.withBytes { Array($0) })
    }
}
