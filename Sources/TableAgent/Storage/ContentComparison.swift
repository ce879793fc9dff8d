/// How the content of rows is compared: one call compares many, with the elements' type known.
///
/// See the row `changes/100k one replaced` of the benchmark.
@usableFromInline
struct ContentComparison<Element> {
    /// Elements where they lie, lent for the time of a call.
    @usableFromInline
    typealias Elements = UnsafeBufferPointer<Element>

    /// Counts the elements that show the same, from a place on in each of two lists, up to a limit.
    @usableFromInline
    let countUnchanged: (Elements, Int, Elements, Int, Int) -> Int

    /// Whether equal elements show the same, by their own equality.
    @usableFromInline
    let isEquality: Bool

    @inlinable
    init(isEquality: Bool, countUnchanged: @escaping (Elements, Int, Elements, Int, Int) -> Int) {
        self.isEquality = isEquality
        self.countUnchanged = countUnchanged
    }

    /// Asks a function; `nil` without one.
    @inlinable
    static func asking(_ isUnchanged: ((Element, Element) -> Bool)?) -> ContentComparison? {
        guard let isUnchanged else { return nil }
        return ContentComparison(isEquality: false) { elements, start, others, otherStart, limit in
            var count = 0
            while count < limit, isUnchanged(elements[start + count], others[otherStart + count]) {
                count += 1
            }
            return count
        }
    }
}

extension ContentComparison where Element: Equatable {
    /// Equal elements show the same.
    @inlinable
    static var equal: ContentComparison {
        ContentComparison(isEquality: true) { elements, start, others, otherStart, limit in
            var count = 0
            while count < limit, elements[start + count] == others[otherStart + count] { count += 1 }
            return count
        }
    }
}
