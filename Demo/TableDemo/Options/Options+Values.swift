extension Options {
    /// Sets what an option stands for to the value that is given with it.
    mutating func set(_ name: Name, to value: String) throws(UsageError) {
        switch name {
        case .from: inputFormat = try Self.choice(value, of: name)
        case .to: outputFormat = try Self.choice(value, of: name)
        case .border: border = try Self.choice(value, of: name)
        case .overflow: overflow = try Self.choice(value, of: name)
        case .narrow: narrow = try Self.choice(value, of: name)
        case .color: color = try Self.choice(value, of: name)
        case .compare:
            guard !value.isEmpty else {
                throw UsageError("--compare needs the name of a file, or - for standard input, found ''")
            }
            compare = value
        case .key: key = value
        case .groupBy: groupBy = value
        case .sum: sums.append(value)
        case .columns: columns = (columns ?? []) + Self.list(value)
        case .width:
            guard let number = Int(value), number >= 1 else {
                throw UsageError("--width needs a whole number from 1 up, found \(value.quoted())")
            }
            width = number
        case .output:
            guard !value.isEmpty else { throw UsageError("--output needs the name of a file, found ''") }
            output = value == "-" ? nil : value
        case .help: help = true
        }
    }

    /// The case that a value names.
    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: String, of name: Name
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: value) { return choice }
        let choices = Choice.allCases.map(\.rawValue)
        let listed = choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
        let message = "\(name.rawValue) needs \(listed), found \(value.quoted())"
        let nearest = Spelling.nearest(to: value, in: choices)
        throw UsageError(nearest.map { "\(message); did you mean \($0)?" } ?? message)
    }

    /// The items of a list, which commas separate; a comma in an item is written `\,`.
    private static func list(_ value: String) -> [String] {
        var items = [""]
        var rest = value.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case ",": items.append("")
            case "\\" where rest.first == ",":
                rest.removeFirst()
                items[items.count - 1].unicodeScalars.append(",")
            default: items[items.count - 1].unicodeScalars.append(scalar)
            }
        }
        return items
    }
}
