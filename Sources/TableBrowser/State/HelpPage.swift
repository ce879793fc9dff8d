import TableAgent

extension TextPage {
    /// Creates the page that lists the keys.
    ///
    /// - Parameter programKeys: The keys of the program, and their meaning.
    init(listing bindings: KeyBindings, _ programKeys: [BrowserKey: String], in words: BrowserWords) {
        let own = bindings.postedNames.map { (commands: [BrowserCommand.post($0)], text: $0.text) }
        let listed = (Self.commands(in: words.help) + own).compactMap { commands, text -> Entry? in
            let keys = commands.map { command in
                bindings.keys(of: command).map { $0.name(in: words.keys) }
                    .sorted { ($0.count, $0) < ($1.count, $1) }.joined(separator: " ")
            }
            let title = keys.filter { !$0.isEmpty }.joined(separator: "  ")
            return title.isEmpty ? nil : Entry(title: title, text: Array(text.utf8))
        }
        let others = programKeys.map { Entry(title: $0.name(in: words.keys), text: Array($1.utf8)) }
        self.init(others.sorted { $0.title < $1.title } + listed, titleRole: .strong)
    }

    private static func commands(in texts: BrowserWords.Help) -> [(commands: [BrowserCommand], text: String)]
    {
        [
            ([.moveUp, .moveDown, .moveLeft, .moveRight], texts.move),
            ([.pageUp, .pageDown], texts.page),
            ([.halfPageUp, .halfPageDown], texts.halfPage),
            ([.moveToStart, .moveToEnd, .goToLine], texts.ends),
            ([.moveToFirstColumn, .moveToLastColumn, .goToColumn], texts.columns),
            ([.searchForward, .searchBackward], texts.search),
            ([.findNext, .findPrevious], texts.find),
            ([.filter, .filterByValue], texts.filter),
            ([.sort, .addSort], texts.sort),
            ([.unsort], texts.unsort),
            ([.toggleSection], texts.fold),
            ([.collapseAll, .expandAll], texts.foldAll),
            ([.select, .showActions], texts.select),
            ([.showDetails, .openDetails], texts.details),
            ([.editCell], texts.edit),
            ([.mark, .unmarkAll], texts.mark),
            ([.copy], texts.copy),
            ([.copyWithTitles], texts.copyWithTitles),
            ([.undo], texts.undo),
            ([.followEnd, .pause], texts.follow),
            ([.freezeColumns, .hideColumn], texts.freeze),
            ([.cancel], texts.cancel),
            ([.repaint, .suspend], texts.repaint),
            ([.help, .leave], texts.leave),
        ]
    }
}

extension BrowserKey {
    /// Returns the name of the key on the help page; empty for a paste, a click, and the wheel.
    func name(in words: BrowserWords.Keys) -> String {
        switch self {
        case .character(" "): words.space
        case .character(let character): String(character)
        case .control(let character): "^\(character)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: words.pageUp
        case .pageDown: words.pageDown
        case .home: words.home
        case .end: words.end
        case .enter: words.enter
        case .tab: words.tab
        case .backspace: words.backspace
        case .escape: words.escape
        case .delete: words.delete
        case .f1: "F1"
        case .paste, .click, .wheel: ""
        }
    }
}
