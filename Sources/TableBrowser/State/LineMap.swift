import TableAgent

/// The numbers of lines in the sections of a table.
///
/// The map finds the first line of a section, and the section of a line. It takes 4 bytes for a section, and nothing for a
/// row.
struct LineMap {
    /// The index of each section's first line, and at the end the number of all lines.
    private var firstLines: [UInt32] = [0]

    /// Creates a map of sections.
    ///
    /// - Parameters:
    ///   - count: The number of sections.
    ///   - height: Returns the number of lines in a section.
    /// - Complexity: O(sections).
    init(count: Int, height: (Int) -> Int) {
        firstLines.reserveCapacity(count + 1)
        for section in 0..<count { firstLines.append(firstLines[section] + UInt32(height(section))) }
    }

    /// The number of lines in all sections.
    var lineCount: Int { Int(firstLines[firstLines.count - 1]) }

    /// Returns the index of a section's first line. For the number of sections, returns the number of lines.
    func firstLine(ofSection section: Int) -> Int { Int(firstLines[section]) }

    /// Returns the section of a line, and the number of lines between the start of the section and the line.
    ///
    /// - Complexity: O(log sections).
    func section(ofLine line: Int) -> (section: Int, offset: Int) {
        // Of several sections that begin at the line, all but the last are empty.
        let section = firstLines.partitionPoint { $0 > line } - 1
        return (section, line - Int(firstLines[section]))
    }

    /// Adds lines to a section, or removes lines with a negative number.
    ///
    /// - Complexity: O(sections).
    mutating func add(_ count: Int, toSection section: Int) {
        guard count != 0 else { return }
        let count = UInt32(truncatingIfNeeded: count)
        for index in section + 1..<firstLines.count { firstLines[index] &+= count }
    }
}
