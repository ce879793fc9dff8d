package import Orders
import TableAgent
import TableLive
import TableSurfaces

extension OrderQuery: LiveQuery {
    /// Reads a query from the field `language` and those of `TableQuery`.
    package init(_ fields: [String: String]) throws {
        var language: OrderLanguage?
        if let text = fields["language"] {
            guard let named = OrderLanguage(rawValue: text) else {
                throw LiveRefusal(400, "invalidLanguage", "The language must be one of en, de.")
            }
            language = named
        }
        let table = try TableQuery(
            fields: fields, without: ["language"], columns: OrdersReformer.columns, size: Self.pageSize)
        self.init(table, language: language)
        for key in table.columns ?? [] where !OrdersReformer.columns.contains(where: { $0.key == key }) {
            throw LiveRefusal(400, "invalidQuery") {
                $0.text("Orders have no column “\(key)”.", "Bestellungen haben keine Spalte „\(key)“.")
            }
        }
        _ = try OrderSelection(self)
    }

    package var fields: [String: String] {
        var fields = table.fields(size: Self.pageSize)
        fields["language"] = language?.rawValue
        return fields
    }

    /// The words of the language. Rows are orders.
    var words: TableWords {
        var words = language == .german ? TableWords.german : .english
        let isGerman = language == .german
        words.page.controls.showAll = isGerman ? "Alle Bestellungen zeigen" : "Show all orders"
        words.page.controls.noMatch =
            isGerman
            ? "Keine Bestellung passt zur Suche und zu den Filtern."
            : "No order matches the search and the filters."
        let number = words.number
        words.page.controls.count = { matching, all, limit in
            func orders(_ count: Int) -> String {
                isGerman
                    ? "\(number(count)) Bestellung\(count == 1 ? "" : "en")"
                    : "\(number(count)) order\(count == 1 ? "" : "s")"
            }
            let whole = limit.flatMap {
                all > $0 ? (isGerman ? "mehr als " : "more than ") + orders($0) : nil
            }
            let isWhole = matching == all || matching > limit ?? .max
            let text = whole ?? orders(all)
            return isWhole ? text : "\(number(matching)) \(isGerman ? "von" : "of") \(text)"
        }
        return words
    }
}

extension TableWords {
    /// Returns one of two texts.
    func text(_ english: String, _ german: String) -> String {
        (OrderLanguage(rawValue: language) ?? .english).text(english, german)
    }
}
