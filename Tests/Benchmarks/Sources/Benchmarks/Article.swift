import Foundation
import TableAgent

/// The row data of the changes benchmarks: an id and a small amount of content.
protocol Stocked: Identifiable, Equatable where ID: Sendable {
    var quantity: Int { get set }

    init(id: ID)
}

struct Article: Stocked {
    let id: UUID
    var title = "Walnut desk"
    var quantity = 1

    init(id: UUID) {
        self.id = id
    }
}

struct NumberedArticle: Stocked {
    let id: Int
    var title = "Desk lamp"
    var quantity = 1

    init(id: Int) {
        self.id = id
    }
}

struct NamedArticle: Stocked {
    let id: String
    var title = "Tea cup"
    var quantity = 1

    init(id: String) {
        self.id = id
    }
}

enum ArticleLine<Data: Stocked>: GridLineItem {
    static func fill(_ line: inout GridLine, with article: Data) {
        line.integer(article.quantity)
    }
}

/// Hashes the id of each article once. This is the baseline for finding changes.
func hash(_ articles: [some Identifiable]) -> Int {
    articles.reduce(0) { $0 ^ $1.id.hashValue }
}
