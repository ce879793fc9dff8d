/// The numbers of lines in the sections of a table.
///
/// The map finds the first line of a section, and the section of a line. It is a Fenwick tree: it takes 4 bytes for a
/// section, and nothing for a row.
struct LineMap {
    private var tree: [Int32] = [0]

    /// The number of lines in all sections.
    private(set) var lineCount = 0

    /// Creates a map without sections.
    init() {}

    /// Creates a map of sections.
    ///
    /// - Parameters:
    ///   - count: The number of sections.
    ///   - height: Returns the number of lines in a section.
    /// - Complexity: O(sections).
    init(count: Int, height: (Int) -> Int) {
        tree = [Int32](repeating: 0, count: count + 1)
        for section in 0..<count {
            let height = height(section)
            lineCount += height
            let node = section + 1
            tree[node] += Int32(height)
            let parent = node + (node & -node)
            if parent <= count { tree[parent] += tree[node] }
        }
    }

    /// Returns the index of a section's first line. For the number of sections, returns the number of lines.
    ///
    /// - Complexity: O(log sections).
    func firstLine(ofSection section: Int) -> Int {
        var node = section
        var sum = 0
        while node > 0 {
            sum += Int(tree[node])
            node &= node - 1
        }
        return sum
    }

    /// Returns the section of a line, and the number of lines between the start of the section and the line.
    ///
    /// - Complexity: O(log sections).
    func section(ofLine line: Int) -> (section: Int, offset: Int) {
        var node = 0
        var rest = line
        var width = 1 << (Int.bitWidth - 1 - max(tree.count - 1, 1).leadingZeroBitCount)
        while width > 0 {
            let next = node + width
            if next < tree.count, Int(tree[next]) <= rest {
                node = next
                rest -= Int(tree[next])
            }
            width >>= 1
        }
        return (node, rest)
    }

    /// Adds lines to a section, or removes lines with a negative number.
    ///
    /// - Complexity: O(log sections).
    mutating func add(_ count: Int, toSection section: Int) {
        guard count != 0 else { return }
        lineCount += count
        var node = section + 1
        while node < tree.count {
            tree[node] += Int32(count)
            node += node & -node
        }
    }
}
