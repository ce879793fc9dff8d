import Foundation

/// Kinds of edits of articles. Each uses the same random numbers in every run.
enum Edit {
    static func articles(_ count: Int, _ random: inout SeededGenerator) -> [Article] {
        (0..<count).map { _ in Article(id: random.uuid()) }
    }

    /// Deletes a range, inserts new articles at one position, and shuffles another range.
    static func block(
        deleting deletes: Range<Int>, inserting count: Int, at place: Int, shuffling moved: Range<Int>
    ) -> (inout [Article], inout SeededGenerator) -> Void {
        { articles, random in
            articles.removeSubrange(deletes)
            articles.insert(contentsOf: Self.articles(count, &random), at: place)
            articles[moved].shuffle(using: &random)
        }
    }

    static func replaceOne(_ articles: inout [Article], _ random: inout SeededGenerator) {
        articles[articles.count / 2] = Article(id: random.uuid())
    }

    /// Deletes one of twenty elements, and inserts equally many.
    static func scatter<Element: Stocked>(
        _ articles: inout [Element], _ random: inout SeededGenerator,
        newID: (inout SeededGenerator) -> Element.ID
    ) {
        var result: [Element] = []
        for article in articles {
            if random.isOne(in: 20) { result.append(Element(id: newID(&random))) }
            if !random.isOne(in: 20) { result.append(article) }
        }
        articles = result
    }

    static func scatter(_ articles: inout [Article], _ random: inout SeededGenerator) {
        scatter(&articles, &random) { $0.uuid() }
    }

    /// Changes the content of one of twenty articles.
    static func recount(_ articles: inout [Article], _ random: inout SeededGenerator) {
        for index in articles.indices where random.isOne(in: 20) { articles[index].quantity += 1 }
    }

    static func reverse(_ articles: inout [Article], _ random: inout SeededGenerator) {
        articles.reverse()
    }

    /// Moves the second half before the first half.
    static func rotate(_ articles: inout [Article], _ random: inout SeededGenerator) {
        articles = Array(articles[(articles.count / 2)...] + articles[..<(articles.count / 2)])
    }

    static func replaceAll(_ articles: inout [Article], _ random: inout SeededGenerator) {
        articles = Self.articles(articles.count, &random)
    }

    static func shuffle(_ articles: inout [Article], _ random: inout SeededGenerator) {
        articles.shuffle(using: &random)
    }
}
