import TableAgent
@_spi(Internals) import TableBrowser
import TableLive
import TableSurfaces
import Testing

/// Surfaces with German words and Greek data, which show no word of another language.
struct WordsTests {
    private struct Order: Identifiable, Sendable {
        let id: Int
        let city = "Πάτρα"
    }

    private enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.text(order.city)
            // Text can't show a negative number as a chart.
            line.series([12, nil, -0.5])
        }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            guard place == .menu else { return [] }
            var disabled = RowAction("Δ", EventName<Void>("d"))
            disabled.isEnabled = false
            return [
                RowAction("Α", EventName<Void>("a"), confirmation: "Α;"),
                RowAction(
                    "Β", EventName<Int>("b"), asking: .amount("n", label: "Ν", in: 1...500, scale: 2)),
                RowAction(
                    "Γ", EventName<String>("c"), asking: .choice("k", label: "Κ", [("κ", "κ"), ("λ", "λ")])),
                RowAction("Τ", EventName<String>("t"), asking: .text("t", label: "Τ")), disabled,
            ]
        }
    }

    private enum Title: GridLineItem {
        static func fill(_ line: inout GridLine, with title: String) { line.text(title) }
    }

    private static func table(
        _ counts: [Int], columns: [GridColumn] = ["Αριθμός", "Πόλη", ""], isCollapsed: Bool = false
    ) -> TableInfo {
        TableInfo(columns: columns) {
            for (index, count) in counts.enumerated() {
                TableSection(id: index, isCollapsed: isCollapsed) {
                    Head("Τμήμα", as: Title.self)
                    Rows((0..<count).map { Order(id: index * 10_000 + $0) }, as: OrderLine.self)
                }
            }
        }
    }

    // MARK: The vocabulary

    /// All words of a language: texts, and the results of functions for several counts.
    private static func texts(_ words: TableWords) -> [String] {
        let counts = [0, 1, 2, 1234]
        let browser = words.browser
        var texts = [words.text, words.page, words.live, words.refusals].flatMap(strings)
        texts += [browser, browser.keys, browser.help, browser.actions, browser.prompts, browser.messages]
            .flatMap(strings)
        texts += [words.collapsed, words.ascending, words.descending]
        for count in counts {
            texts += [
                words.number, words.text.rows, words.text.columns, words.text.untitledColumn,
                browser.untitledColumn, browser.moreDetails, browser.progress, browser.paused,
                browser.newAbove, browser.marked, browser.hidden, browser.currentAction,
                browser.messages.freezeRange, browser.messages.copiedRows,
            ].map { $0(count) }
            for other in counts {
                texts += [words.text.omission, browser.filtered, browser.place].map { $0(count, other) }
            }
            texts.append(words.text.leftOut(count, [], count))
            texts.append(words.inputs.number("", "", "", count))
            texts.append(browser.help.place(count, count, count))
            texts.append(words.series(SeriesSummary([1] + [nil])))
            texts.append(words.series(SeriesSummary([1, 2])))
        }
        texts += [
            words.inputs.text("", 1, true), words.inputs.text("", 1, false), words.inputs.choice("", []),
        ]
        texts.append(words.refusals.invalidFormat([]))
        texts.append(words.refusals.invalidQuery("A sort names no column."))
        texts += [
            browser.actions.title, browser.actions.notPossible, browser.actions.notOffered,
            browser.actions.done, browser.messages.notFound, browser.messages.noLine,
            browser.messages.noColumn, browser.messages.columnIsHidden, browser.messages.noColumnForCondition,
            browser.messages.noCommand,
            browser.emptyCell, browser.hasTexts,
        ].map { $0("") }
        texts += [
            browser.actions.question("", ""), browser.actions.failed(TableError(.notAttached, "an error")),
        ]
        return texts
    }

    /// The texts that a group of words stores.
    private static func strings(_ group: Any) -> [String] {
        Mirror(reflecting: group).children.compactMap { $0.value as? String }
    }

    private static func letters(_ text: String) -> Set<Substring> {
        Set(text.split { !$0.isLetter }.filter { $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    private static let vocabulary = letters(texts(.german).joined(separator: " "))

    /// Returns the Latin words of a text that are not German words of the library. Single letters are names of keys, and a word
    /// before an ellipsis may be cut.
    private func foreign(_ text: String) -> Set<Substring> {
        Self.letters(text.replacing(/\w+…/, with: "")).filter { $0.count > 1 }.subtracting(Self.vocabulary)
    }

    @Test func `Each word of the library is translated`() throws {
        let (english, german) = (Self.texts(.english), Self.texts(.german))
        #expect(english.count == german.count)
        let same = zip(english, german).filter { $0 == $1 && $0.contains { $0.isLetter } }.map(\.0)
        #expect(same == ["Tab", "Esc"])
        #expect(TableWords.german.language == "de")
    }

    @Test func `The English words are the default, and a change of one word keeps the others`() {
        var words = TableWords.english
        words.text.rows = { "\($0) lines" }
        #expect(words.text.rows(2) == "2 lines" && words.text.columns(2) == "2 columns")
        #expect(TableWords.english.text.rows(1234) == "1,234 rows" && TableWords.english.language == "en")
        #expect(
            TableWords.grouped(-1_234_567, by: "'") == "-1'234'567"
                && TableWords.grouped(.min, by: "").count == 20)
    }

    @Test func `Words of one module keep those of the others, and a copy is independent`() {
        var words = TableWords.english
        words.text.barsOmitted = "text"
        words.page.untitled = "page"
        words.inputs.choice = { _, _ in "inputs" }
        words.live.sent = "live"
        words.refusals.notFound = "refusals"
        words.browser.keys.tab = "browser"
        let copy = words
        words.page = PageWords()
        words.live.fresh = "fresh"
        func changes(_ words: TableWords) -> [String] {
            [
                words.text.barsOmitted, words.page.untitled, words.inputs.choice("", []), words.live.sent,
                words.refusals.notFound, words.browser.keys.tab,
            ]
        }
        #expect(changes(copy) == ["text", "page", "inputs", "live", "refusals", "browser"])
        #expect(changes(words) == ["text", "Table", "inputs", "live", "refusals", "browser"])
        #expect(copy.live.fresh == LiveWords().fresh && words.live.fresh == "fresh")
    }

    // MARK: Formats

    @Test func `A series has the text of the language in all formats for people`() throws {
        let table = Self.table([1])
        let text = "2 Werte, 1 ohne Wert, von -0,5 bis 12, zuletzt -0,5"
        let formats: [any TextualFormat] = [
            HTMLFormat(words: .german), HTMLFormat(styling: .inline, words: .german),
            MarkdownFormat(words: .german),
        ]
        for format in formats {
            let shown = try format.string(of: table)
            #expect(shown.contains(text), "\(format.name)")
            let stream = MemorySink()
            _ = try format.write(
                [Order(id: 1)], as: OrderLine.self, columns: table.columns, to: stream)
            #expect(String(decoding: stream.bytes, as: UTF8.self).contains(text), "\(format.name)")
        }
        let lines = try HTMLLineWriter.write(table, in: HTMLFormat(words: .german)).sections[0]
        #expect(lines.contains { String(decoding: $0.markup, as: UTF8.self).contains(text) })
        #expect(try CSVFormat().string(of: table).contains("\"[12,null,-0.5]\""))
    }

    @Test func `A text table has no foreign word`() throws {
        var seen = ""
        let counts = [[1234], [3], [2, 9, 9, 2], [1, 0, 0, 1], [2, 0, 2], [40, 1, 40]]
        for rows in [TextFormat.Rows.all, .ends(1), .ends(2), .fitting(lines: 8), .fitting(lines: 3)] {
            for width in [nil, 70, 40, 24, 12] {
                for narrowing in TextFormat.Narrowing.allCases {
                    for counts in counts where counts != [1234] || rows != .all {
                        let format = TextFormat(
                            width: width, rows: rows, narrowing: narrowing, words: .german)
                        let text = try format.string(of: Self.table(counts))
                        // A column without room breaks words.
                        if width ?? 99 > 24 { #expect(foreign(text).isEmpty, "\(text)") }
                        seen += text
                    }
                }
            }
        }
        for word in ["weitere Zeile", "1.23", "Abschnitte", " sichtbar, ohne ", "Nr. 3"] {
            if !seen.contains(word) { Issue.record("Nothing shows \(word).") }
        }
    }

    /// The texts of markup that people see or hear.
    private func visible(_ markup: String) -> String {
        let labels = markup.matches(of: /(?:aria-label|title|data-texts)="([^"]*)"/).map { String($0.1) }
        let text = markup.replacing(/<style>[^<]*<\/style>|<[^>]*>|&quot;/, with: " ")
        // The names of the texts in a live page are those of the script.
        let names =
            /&quot;(?:stale|fresh|sending|sent|held|unanswered|loading|unloaded|checked|elsewhere|left|keys)&quot;:/
        return ([text] + labels.map { $0.replacing(names, with: "").replacing("&quot;", with: " ") }).joined(
            separator: " ")
    }

    @Test func `An HTML page with actions and its questions have no foreign word`() throws {
        let actions = HTMLActions(address: "/events")
        let table = Self.table([3])
        let page = try HTMLFormat(page: HTMLPage(" "), actions: actions, words: .german).string(of: table)
        #expect(foreign(visible(page)).isEmpty && page.contains("<title>Tabelle</title>"))
        #expect(page.contains("aria-label=\"Aktionen\""))
        var seen = ""
        for (action, confirmed) in [
            ("a/0/1", nil), ("a/0/1", "?"), ("b/0/1", nil), ("b/0/1", "Β"), ("c/0/1", "Γ"), ("t/0/1", "Τ"),
        ] {
            let question = #expect(throws: HTMLQuestion.self) {
                try actions.request(
                    ["action": action, "confirmed": confirmed].compactMapValues(\.self), in: table,
                    words: .german)
            }
            let form = try #require(question).form
            #expect(foreign(visible(form)).isEmpty, "\(form)")
            seen += form
        }
        let words = TableWords.german
        for word in [words.page.back, words.page.changed, words.inputs.choice("Κ", ["κ", "λ"])] {
            #expect(seen.contains(word))
        }
        #expect(seen.contains("„Ν“ muss eine Zahl von 0.01 bis 5.00 mit höchstens 2 Nachkommastellen sein."))
    }

    // MARK: The terminal browser

    private func painted(_ state: inout BrowserState, height: Int = 24) -> String {
        var screen = TerminalScreen(width: 110, height: height)
        state.paint(&screen)
        let lines = (0..<screen.height).map { screen.text(ofLine: $0) }
        return lines.joined(separator: "\n") + "\n" + state.spokenLine + "\n"
    }

    @Test func `The screens and messages of the terminal browser have no foreign word`() throws {
        let enter = Character("\n")
        let scripts: [[BrowserKey]] =
            [
                "", "j", "jo", "c", "c\n", "jm", "jmm", "jy", "jmjmy", "F", "p", "p c", "-", "/", "?", "&",
                ":", "z",
                "/absent\n", "jjj/Πάτρα\n", "gG/Πάτρα\n", "&Πάτρα\n", "&absent\n", ":x\n", "z9\n", "z1\n",
                "s",
                "*", "|", "|absent\n", "u", "x", "&absent > 3\n", "gy", "ga", "gE", "gm", "j*", "ja", "ja\n",
                "ja2\n",
                "ja2\nx\n", "ja3\n", "ja3\n\n",
                "ja4\n\n",
                "ja5\n", "jax\n", "&absent\n ", "j/\u{7F}", "G/Τμήμα\n/Τμήμα\n", "ja2\n1\n",
            ].map { $0.map { $0 == enter ? .enter : .character($0) } }
            + [
                [.f1], [.f1, .down], [.control("L")], [.tab], [.escape], ["/", .tab], [.end],
                [.home, " ", "j", " "],
            ]
        var seen = ""
        let usual = Self.table([30, 5])
        var cases = scripts.map { (usual, 24, $0) }
        for height in [9, 4, 2] {
            for script: [BrowserKey] in [
                [.f1], [.f1, .down], ["j", "a", .enter], ["j", "o"], ["p"], ["/"],
            ] {
                cases.append((usual, height, script))
            }
        }
        let empty = Self.table([], columns: [])
        let collapsed = Self.table([5], isCollapsed: true)
        for script: [BrowserKey] in [[], ["a"], ["G"]] {
            cases += [(empty, 24, script), (collapsed, 24, script), (Self.table([1500]), 24, script)]
        }
        for (table, height, script) in cases {
            var state = BrowserState()
            state.words = .german
            state.resize(width: 110, height: height)
            state.update(nil, to: table)
            for key in script {
                _ = state.handle(key)
                while state.work(for: .seconds(1)) {}
                seen += painted(&state, height: height)
            }
            if script == ["p"] {
                for _ in 0..<2 { state.update(nil, to: Self.table([31, 5])) }
            }
            let text = painted(&state, height: height)
            #expect(foreign(text).subtracting(["absent"]).isEmpty, "\(script) \(text)")
            seen += text
        }
        let browser = TableWords.german.browser
        let texts = [browser, browser.help, browser.prompts, browser.actions, browser.messages]
            .flatMap(Self.strings)
        // These need another or a large table, a signal, or a terminal.
        let other = [
            browser.actions.rowIsGone, browser.messages.replaced, browser.messages.markedRowsAreGone,
            browser.messages.rowIsGone, browser.messages.noClipboard, browser.messages.tooLong,
            browser.messages.stopped, browser.messages.noRow, browser.messages.pausedMatch,
            browser.messages.stillOrdering,
        ]
        #expect(texts.filter { !seen.contains($0) && !other.contains($0) } == [])
        for text in [
            "1/37", "1.501", "Aktionen von 0", "1 markiert", "1 verborgen, z zeigt", "„absent“ wurde",
        ] {
            #expect(seen.contains(text), "\(text)")
        }
    }

    @Test func `The browser searches and filters the German text of a series`() throws {
        for text in ["zuletzt", "last"] {
            var state = BrowserState()
            state.words = .german
            state.update(nil, to: Self.table([3]))
            for key in "&\(text)\n" { _ = state.handle(key == "\n" ? .enter : .character(key)) }
            while state.work(for: .seconds(1)) {}
            let shown = painted(&state)
            #expect(shown.contains("3 von 3 Zeilen, Esc: zurück") == (text == "zuletzt"))
        }
    }

    // MARK: Live pages

    @Test func `The texts of a live page are in its markup, not in its script`() throws {
        let container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events"), words: .german))
        let agent = Agent<TableInfo>()
        try agent.attach(container, dataSource: DataSource(Self.table([2]), reformer: Unchanged()))
        let page = container.feed.page(HTMLPage(""), address: "/live")
        #expect(foreign(visible(page)).isEmpty, "\(foreign(visible(page)))")
        let script = String(decoding: LiveScript.bytes, as: UTF8.self)
        let words = TableWords.german.live
        for text in Self.strings(words) { #expect(page.contains(text)) }
        for text in Self.strings(TableWords.english.live) where text.contains(" ") {
            #expect(!script.contains(text))
        }
        #expect(Self.strings(words).count == 12)
        // Comments of the script are English, but no text in quotes has two words.
        #expect(script.matches(of: /'[A-Z][a-z]+ [a-z]+[^']*'/).isEmpty)
        let english = LiveContainer()
        #expect(english.feed.page("", address: "").contains("The connection is lost."))
    }

    private struct Unchanged: StatelessReformer {
        func reform(_ table: TableInfo) -> TableInfo { table }
    }
}
