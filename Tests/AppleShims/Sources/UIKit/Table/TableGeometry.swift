import Foundation

/// Where heads, rows and feet stand in a table, from the top.
struct TableGeometry {
    struct Section {
        var head: ClosedRange<CGFloat>
        /// The top of each row and the bottom of the last.
        var rows: [CGFloat]
        var foot: ClosedRange<CGFloat>
    }

    var sections: [Section] = []

    var counts: [Int] { sections.map { $0.rows.count - 1 } }
    var height: CGFloat { sections.last?.foot.upperBound ?? 0 }

    /// The rows of a section that stand between two places.
    func rows(of section: Int, in range: ClosedRange<CGFloat>) -> Range<Int> {
        let tops = sections[section].rows
        let count = tops.count - 1
        let first = Self.partition(count) { tops[$0 + 1] > range.lowerBound }
        let last = Self.partition(count) { tops[$0] >= range.upperBound }
        return first..<max(first, last)
    }

    /// The first number for which a condition holds that holds for all after it.
    private static func partition(_ count: Int, _ holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
