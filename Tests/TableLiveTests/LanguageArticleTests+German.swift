import TableAgent
import TableBrowser
import TableLive
import TableSurfaces

// block: german
extension TableWords {
    /// German words.
    static let german: TableWords = {
        var words = TableWords()
        words.language = "de"
        words.number = number
        words.series = { summary in
            func text(_ number: Double) -> String {
                SeriesSummary.text(of: number).replacing(".", with: ",")
            }
            var parts = [summary.count == 1 ? "1 Wert" : "\(number(summary.count)) Werte"]
            if summary.missingCount > 0 { parts.append("\(number(summary.missingCount)) ohne Wert") }
            if let range = summary.range {
                parts.append("von \(text(range.lowerBound)) bis \(text(range.upperBound))")
                parts.append("zuletzt \(summary.last.map(text) ?? "ohne Wert")")
            }
            return parts.joined(separator: ", ")
        }
        words.collapsed = "Eingeklappt"
        words.ascending = "Aufsteigend"
        words.descending = "Absteigend"
        words.text = germanText
        words.inputs = germanInputs
        words.page = germanPage
        words.live = germanMessages
        words.refusals = germanRefusals
        words.browser = germanBrowser
        return words
    }()

    private static func number(_ count: Int) -> String { grouped(count, by: ".") }

    private static func rows(_ count: Int) -> String { count == 1 ? "1 Zeile" : "\(number(count)) Zeilen" }

    private static var germanText: TextWords {
        var words = TextWords()
        words.rows = rows
        words.columns = { $0 == 1 ? "1 Spalte" : "\(number($0)) Spalten" }
        words.omission = { rows, sections in
            if sections == 0 { return rows == 1 ? "1 weitere Zeile" : "\(number(rows)) weitere Zeilen" }
            if rows == 0 { return sections == 1 ? "1 Abschnitt" : "\(number(sections)) Abschnitte" }
            let place = sections == 1 ? "1 Abschnitt" : "\(number(sections)) Abschnitten"
            return "\(self.rows(rows)) in \(place)"
        }
        words.leftOut = { shown, names, more in
            let list = names.joined(separator: ", ") + (more > 0 ? " und \(number(more)) weitere" : "")
            return "\(number(shown)) sichtbar, ohne \(list)"
        }
        words.untitledColumn = { "Nr. \($0)" }
        words.barsOmitted = "ohne Balken"
        return words
    }

    private static var germanInputs: Inputs {
        var words = Inputs()
        words.number = { label, least, greatest, decimals in
            let limit =
                decimals == 0 ? "" : " mit höchstens \(decimals) Nachkommastelle\(decimals == 1 ? "" : "n")"
            return "„\(label)“ muss eine Zahl von \(least) bis \(greatest)\(limit) sein."
        }
        words.text = { label, length, isRequired in
            "„\(label)“ darf höchstens eine Zeile mit \(length) Zeichen sein"
                + (isRequired ? " und nicht leer bleiben." : ".")
        }
        words.choice = { label, titles in
            "„\(label)“ muss eines davon sein: \(titles.joined(separator: ", "))."
        }
        return words
    }

    private static var germanPage: PageWords {
        var words = PageWords()
        words.untitled = "Tabelle"
        words.actions = "Aktionen"
        words.back = "Zurück"
        words.changed = "Das hat sich inzwischen geändert. Lesen Sie es noch einmal."
        words.error = "Fehler"
        words.checkBoxes = "Ausgewählte Zeilen"
        words.checkAll = "Alle Zeilen auswählen"
        words.actOnChecked = "Aktion für ausgewählte Zeilen"
        words.uncheck = "Auswahl aufheben"
        words.many = { "\($0): \($1) \($1 == 1 ? "Zeile" : "Zeilen")?" }
        words.doneMany = { "\($0) von \($1) \($1 == 1 ? "Zeile" : "Zeilen") erledigt." }
        words.edit = { "\($0) bearbeiten, \($1)" }
        words.save = "Speichern"
        words.edited = {
            "„\($0)“ ist inzwischen „\($1)“. Senden Sie Ihren Wert noch einmal, um diesen zu überschreiben."
        }
        words.details = "Einzelheiten"
        words.close = "Schließen"
        words.hideRows = "Zeilen ausblenden"
        words.controls = germanControls
        return words
    }

    private static var germanControls: ControlWords {
        var words = ControlWords()
        words.search = "Suche"
        words.ascending = "aufsteigend"
        words.descending = "absteigend"
        words.sorts = "Sortiert die Tabelle"
        words.sort = "Sortierung"
        words.unsorted = "Ursprüngliche Reihenfolge"
        words.filter = "Filtern"
        words.columns = "Spalten"
        words.apply = "Anwenden"
        words.from = "von"
        words.to = "bis"
        words.contains = "enthält"
        words.condition = { condition, isNegated, end in
            let text =
                switch condition {
                case .isOneOf(let values): values.joined(separator: ", ")
                case .contains(let text): "enthält \(text)"
                case .begins(let text): "beginnt mit \(text)"
                case .matches(let pattern): "passt zu \(pattern)"
                case .from(let value): end.map { "\(value) bis \($0)" } ?? "ab \(value)"
                case .above(let value): "über \(value)"
                case .through(let value): "bis \(value)"
                case .below(let value): "unter \(value)"
                case .isEmpty: "leer"
                }
            return isNegated ? "nicht \(text)" : text
        }
        words.applied = "Angewendet"
        words.remove = { "\($0) entfernen" }
        words.showAll = "Alle Zeilen zeigen"
        words.count = { matching, all, limit in
            let whole = limit.flatMap { all > $0 ? "mehr als \(rows($0))" : nil } ?? rows(all)
            return matching == all || matching > limit ?? .max ? whole : "\(number(matching)) von \(whole)"
        }
        words.noMatch = "Keine Zeile passt zur Suche und zu den Filtern."
        words.pages = "Seiten"
        words.first = "Erste Seite"
        words.previous = "Vorige Seite"
        words.next = "Nächste Seite"
        words.page = { rows, count, limit in
            let all = limit.flatMap { count > $0 ? "mehr als \(number($0))" : nil } ?? number(count)
            return "\(number(rows.lowerBound))–\(number(rows.upperBound)) von \(all)"
        }
        words.sizes = "Zeilen je Seite"
        words.files = "Dateien"
        words.thisPage = "Diese Seite"
        words.allPages = "Alle Seiten"
        return words
    }

    private static var germanMessages: LiveWords {
        var words = LiveWords()
        words.stale = "Die Verbindung ist unterbrochen. Die Tabelle ist vielleicht nicht mehr aktuell."
        words.fresh = "Die Tabelle ist wieder aktuell."
        words.loading = "Wird geladen …"
        words.unloaded = "Keine Antwort. Versuchen Sie es noch einmal."
        words.checked = "ausgewählt"
        words.elsewhere = "auf anderen Seiten"
        words.left = "Nicht mehr da und nicht mehr ausgewählt:"
        words.keys = "Nach der Eingabetaste führen die Pfeiltasten von Zelle zu Zelle."
        words.sending = "Wird gesendet …"
        words.sent = "Erledigt."
        words.held = "Nicht gesendet, weil die Tabelle vielleicht nicht mehr aktuell ist."
        words.unanswered =
            "Keine Antwort: Vielleicht ist es schon geschehen. Prüfen Sie das, bevor Sie es wiederholen."
        return words
    }

    private static var germanRefusals: RefusalWords {
        var words = RefusalWords()
        words.internalError = "Hier ist etwas schiefgegangen. Versuchen Sie es noch einmal."
        words.notFound = "Unter dieser Adresse gibt es nichts."
        words.methodNotAllowed = "Diese Adresse nimmt die Methode der Anfrage nicht an."
        words.pageStale =
            "Die Tabelle ist vielleicht nicht mehr aktuell. Versuchen Sie es gleich noch einmal."
        words.rowNotVisible = "Die Zeile gibt es nicht mehr. Sehen Sie sich die Tabelle neu an."
        words.noDetails = "Diese Seite zeigt keine Einzelheiten ihrer Zeilen."
        words.eventNotOffered = "Das ist mit der Zeile nicht mehr möglich. Sehen Sie sich die Tabelle neu an."
        words.payloadInvalid = "Zu dieser Aktion gehören andere Daten. Senden Sie das verlangte JSON."
        words.noEvents = "Auf dieser Seite lässt sich nichts ändern."
        words.noRows = "Wählen Sie zuerst Zeilen aus."
        words.tooManyRows = "Eine Aktion gilt für höchstens 1.000 Zeilen. Wählen Sie weniger aus."
        words.tooManyPagesOfClient =
            "Sie haben zu viele verschiedene Tabellen geöffnet. Schließen Sie einige."
        words.tooManyPages =
            "Zu viele verschiedene Tabellen sind geöffnet. Versuchen Sie es später noch einmal."
        words.invalidToken =
            "Laden Sie die Seite neu, und versuchen Sie es noch einmal. Der Browser muss Cookies annehmen."
        words.invalidAttempt = "Das Feld „attempt“ des Formulars ist zu lang."
        words.formUsed =
            "Dieses Formular wurde schon mit anderen Eingaben ausgeführt. Beginnen Sie bei der Tabelle von vorn."
        words.invalidFormat = { "Das Format muss eines davon sein: \($0.joined(separator: ", "))." }
        words.invalidQuery = { _ in
            "Die Adresse passt nicht zur Tabelle. Ändern Sie die Suche, die Filter oder die Sortierung."
        }
        words.notAcceptable = "Die Seite gibt es in keinem dieser Formate."
        words.contentTooLarge = "Die Anfrage ist zu groß oder nicht lesbar."
        words.invalidJSON = "Das ist kein JSON-Objekt aus Texten und Zahlen."
        words.unsupportedMediaType = "Senden Sie ein Formular oder JSON."
        words.repeatedField = "Die Anfrage enthält ein Feld zweimal."
        words.invalidText = "Die Anfrage enthält Text, der nicht UTF-8 ist."
        words.repeatedHost = "Die Anfrage nennt zwei Rechner."
        words.otherHost = "Dieser Dienst hat einen anderen Namen."
        words.otherOrigin = "Senden Sie das von einer Seite dieses Dienstes."
        return words
    }
}
// end of block

// block: german browser
extension TableWords {
    private static var germanBrowser: BrowserWords {
        var words = BrowserWords()
        words.keys.space = "Leertaste"
        words.keys.pageUp = "Bild↑"
        words.keys.pageDown = "Bild↓"
        words.keys.home = "Pos1"
        words.keys.end = "Ende"
        words.keys.enter = "Eingabe"
        words.keys.tab = "Tab"
        words.keys.backspace = "Rücktaste"
        words.keys.escape = "Esc"
        words.keys.delete = "Entf"
        words.help = germanHelp
        words.actions = germanActions
        words.prompts = germanPrompts
        words.messages = germanBrowserMessages
        words.noRows = "Keine Zeilen"
        words.untitledColumn = { "Spalte \($0)" }
        words.details = "Einzelheiten, o verbirgt sie"
        words.moreDetails = { "Einzelheiten, o verbirgt sie, O zeigt \(number($0)) weitere Zeilen" }
        words.emptyCell = { "\($0) ist leer" }
        words.progress = { "\($0) %, Esc hält an" }
        words.paused = { count in
            let updates = count == 1 ? "1 Änderung wartet" : "\(number(count)) Änderungen warten"
            return count == 0 ? "angehalten" : "angehalten, \(updates)"
        }
        words.following = "folgt dem Ende"
        words.newAbove = { "\(number($0)) neu darüber" }
        words.filtered = { shown, all in
            shown == 0 ? "kein Treffer, Esc: zurück" : "\(number(shown)) von \(rows(all)), Esc: zurück"
        }
        words.hasTexts = { "\($0) enthält jetzt Texte" }
        words.marked = { "\(number($0)) markiert" }
        words.hidden = { "\(number($0)) verborgen, z zeigt" }
        words.actionsHint = "a Aktionen"
        words.foldHint = "Leertaste einklappen"
        words.unfoldHint = "Leertaste ausklappen"
        words.filterHint = "& filtern"
        words.searchHint = "/ suchen"
        words.quitHint = "q beenden"
        words.helpHint = "F1 Hilfe"
        words.place = { "\(number($0)) von \(number($1))." }
        words.noRowsSpoken = "Keine Zeilen."
        words.markedRow = "markiert"
        words.currentAction = { "Gewählt ist \($0)." }
        return words
    }

    private static var germanHelp: BrowserWords.Help {
        var words = BrowserWords.Help()
        words.move = "eine Zeile oder Spalte weiter"
        words.page = "eine Bildschirmseite weiter"
        words.halfPage = "eine halbe Bildschirmseite weiter"
        words.ends = "erste Zeile, letzte Zeile, Zeile nach Nummer"
        words.columns = "erste Spalte, letzte Spalte, Spalte nach Namen"
        words.search = "abwärts oder aufwärts suchen, ohne Groß und Klein"
        words.find = "nächster Treffer, voriger Treffer"
        words.filter = "Zeilen mit Wörtern oder mit Preis > 30, mit diesem Wert"
        words.sort = "nach dieser Spalte sortieren, noch einmal: absteigend"
        words.unsort = "ursprüngliche Reihenfolge"
        words.fold = "Abschnitt ein- oder ausklappen"
        words.foldAll = "alle Abschnitte einklappen, alle ausklappen"
        words.select = "Zeile auswählen, ihre Aktionen"
        words.details = "die ganze Zeile, auf dem ganzen Bildschirm"
        words.edit = "die Zelle bearbeiten"
        words.mark = "Zeile markieren, alle Markierungen entfernen"
        words.copy = "Zelle oder markierte Zeilen kopieren"
        words.copyWithTitles = "dasselbe mit den Titeln kopieren"
        words.undo = "Einklappen, Markieren, Filtern, Sortieren zurücknehmen"
        words.follow = "dem Ende folgen, Änderungen anhalten"
        words.freeze = "Spalten feststellen (z Eingabe: alle wie am Anfang), diese verbergen"
        words.cancel = "anhalten, Einzelheiten verbergen, Filter oder Suche entfernen"
        words.repaint = "neu zeichnen, unterbrechen"
        words.leave = "diese Seite, beenden"
        words.place = { "\($0)–\($1) von \($2), ↑ ↓ blättern; " }
        words.returns = "jede andere Taste kehrt zurück"
        return words
    }

    private static var germanActions: BrowserWords.Actions {
        var words = BrowserWords.Actions()
        words.title = { "Aktionen von \($0)" }
        words.disabled = "(jetzt nicht möglich)"
        words.question = { "\($0): \($1)?" }
        words.menuKeys = "Eingabe führt aus, Esc bricht ab"
        words.questionKeys = "y führt aus, Esc bricht ab"
        words.choiceKeys = "(← → wechseln)"
        words.tooSmall = "Das Fenster ist zu klein für die Frage."
        words.notPossible = { "„\($0)“ ist jetzt nicht möglich." }
        words.notOffered = { "„\($0)“ ist mit der Zeile nicht mehr möglich. Es ist nichts geschehen." }
        words.done = { "\($0): erledigt." }
        words.failed = { $0 is TableError ? "Das ist nicht gelungen." : "\($0)" }
        words.rowIsGone = "Die Zeile gibt es nicht mehr. Es ist nichts geschehen."
        return words
    }

    private static var germanPrompts: BrowserWords.Prompts {
        var words = BrowserWords.Prompts()
        words.search = "gesuchter Text, Tab: nur diese Spalte"
        words.filter = "Wörter, oder eine Bedingung wie Preis > 30; Tab: nur diese Spalte"
        words.line = "Nummer einer Zeile"
        words.column = "Name einer Spalte, oder ein Teil davon"
        words.freeze = "nur Eingabe: alle Spalten zeigen, wie am Anfang"
        words.freezeQuestion = "Wie viele Spalten feststellen? "
        return words
    }

    private static var germanBrowserMessages: BrowserWords.Messages {
        var words = BrowserWords.Messages()
        words.notFound = { "„\($0)“ wurde nicht gefunden." }
        words.wrapped = "Die Suche hat am anderen Ende weitergemacht."
        words.stopped = "Angehalten."
        words.stillOrdering = "Die Zeilen sind noch nicht bereit. Taste noch einmal drücken."
        words.noLine = { "„\($0)“ ist nicht die Nummer einer Zeile." }
        words.noColumn = { "Keine Spalte hat „\($0)“ im Namen." }
        words.columnIsHidden = { "„\($0)“ ist verborgen; z und Eingabe zeigen alle Spalten." }
        words.noColumnForCondition = {
            "Keine einzelne Spalte heißt „\($0)“. Setzen Sie gesuchte Wörter in Anführungszeichen."
        }
        words.noCommand = { "\($0) tut nichts; F1 zeigt die Tasten." }
        words.pausedMatch = "Der nächste Treffer ist eingeklappt. Beenden Sie dafür das Anhalten."
        words.sortedInSections = "Die Zeilen sind in ihren Abschnitten sortiert."
        words.nothingToUndo = "Es gibt nichts zurückzunehmen."
        words.freezeRange = { "Geben Sie eine Zahl von 0 bis \($0) ein." }
        words.noValue = "Das ist keine Zeile mit einem Wert."
        words.replaced = "Das ist jetzt eine andere Zeile. Drücken Sie die Taste dafür noch einmal."
        words.pressAgain = "Drücken Sie noch einmal die Eingabetaste, um die Zeile auszuwählen."
        words.noRow = "Das ist keine Zeile der Daten."
        words.noSection = "Hier lässt sich kein Abschnitt einklappen."
        words.paused = "Änderungen sind angehalten. Beenden Sie das vor dem Einklappen."
        words.noActions = "Diese Zeile hat keine Aktionen."
        words.noEdits = "In dieser Zeile lässt sich nichts bearbeiten."
        words.onlyRows = "Nur Zeilen der Daten lassen sich markieren."
        words.tooLong = "Der Text ist zu lang für die Zwischenablage eines Terminals."
        words.copiedCell = "Die Zelle ist kopiert."
        words.copiedRows = { $0 == 1 ? "1 Zeile ist kopiert." : "\(rows($0)) sind kopiert." }
        words.markedRowsAreGone = "Die markierten Zeilen gibt es nicht mehr."
        words.rowIsGone = "Die Zeile gibt es nicht mehr."
        words.noClipboard = "Kopieren geht nur in einem Terminal mit Bildschirm."
        return words
    }
}
// end of block
