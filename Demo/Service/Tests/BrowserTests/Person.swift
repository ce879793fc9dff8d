import Testing

/// A person who uses the controls and check boxes of a page at random, and remembers what they have checked.
struct Person {
    let tab: Tab
    let service: RunningDesk
    var random: SeededGenerator
    /// What the person did last, for the comment of a failure.
    private(set) var latest: [String] = []
    /// The numbers of what the person did.
    var controls = 0, actions = 0, rows = 0, refused = 0, cancelled = 0

    // MARK: The script

    /// The script that notes what the person checks and confirms, and what the page says.
    static let script = #"""
        {
          const { fetch } = self
          const keyOf = box => box.value.split('/', 2).join('/')
          const boxes = () => [...document.querySelectorAll('table [name=row]')]
          const checkedBoxes = () => boxes().filter(box => box.checked)
          const labels = dialog => [...dialog.querySelectorAll('li')].map(item => item.textContent)

          self.person = {
            // The keys of the rows that the person has checked, and the number that the page has unchecked.
            mine: new Set(), left: 0,
            // The requests that were sent, and those without an answer.
            sent: 0, pending: 0, forms: 0, pendingForms: 0, backs: 0,
            // What was confirmed, and the reasons of refused rows.
            confirmed: [], refusals: {}, problems: [], pressed: new Set(),

            // Returns the places of elements that the mouse can reach.
            places: (selector, place) => {
              const all = [...document.querySelectorAll(selector)].filter(node => node.offsetParent)
              const node = all[Math.floor(place * all.length)]
              if (!node) return
              node.scrollIntoView({ block: 'center', behavior: 'instant' })
              const { x, y, width, height } = node.getBoundingClientRect()
              return [x + Math.min(width / 2, 30), y + height / 2]
            },

            // What is under the mouse, as the person sees it before the click.
            aim(x, y, selector) {
              const node = document.elementFromPoint(x, y)?.closest(selector)
              this.aimed = node && { key: node.name === 'row' ? keyOf(node) : '', time: performance.now() }
              return node !== null && node !== undefined
            },

            // Returns what the page shows of the checked rows beside what the person has checked.
            check() {
              const { mine, problems } = this
              const found = boxes()
              const [shown, own] = [checkedBoxes().map(keyOf), found.map(keyOf).filter(key => mine.has(key))]
              if (shown.join() !== own.join()) problems.push(`checked are ${shown}, not ${own}`)
              const many = document.querySelector('.many')
              const others = mine.size - own.length
              const text = `${mine.size} checked${others ? `, ${others} on other pages` : ''}`
              const said = many.querySelector('output').textContent
              if (said !== text) problems.push(`it says ${said}, not ${text}: ${[...mine]}`)
              if ('some' in many.dataset !== mine.size > 0) problems.push('the bar is not right')
              const all = document.querySelector('[data-all]')
              if (all.indeterminate !== (own.length > 0 && own.length < found.length)
                || all.checked !== (own.length > 0 && own.length === found.length)) {
                const state = [all.checked, all.indeterminate]
                problems.push(`the box of all rows is ${state}, with ${own.length} of ${found.length} rows`)
              }
              return problems.splice(0)
            },
          }

          self.fetch = async (address, options) => {
            const isForm = options?.method === 'POST'
            person.sent++
            person.pending++
            person.forms += isForm
            person.pendingForms += isForm
            try {
              const answer = await fetch(address, options)
              const text = await answer.text()
              // The page handles the answer before it is no longer pending.
              answer.text = async () => text
              answer.json = async () => JSON.parse(text)
              if (!isForm) return answer
              const { refusals } = JSON.parse(text)
              if (!refusals) return answer
              const done = new URLSearchParams(String(options.body)).getAll('row').filter(row => row)
              for (const row of done) {
                const key = row.split(' ')[0].split('/', 2).join('/')
                if (!refusals[key]) person.mine.delete(key)
              }
              person.refusals = refusals
              return answer
            } finally {
              setTimeout(() => {
                person.pending--
                person.pendingForms -= isForm
              })
            }
          }

          // The boxes that a click changes, after the page has handled it.
          let old
          addEventListener('click', event => {
            old = event.target.matches?.('.check input') ? new Set(checkedBoxes()) : undefined
            // Before the click, the browser has changed the box.
            if (old && event.target.name) old[event.target.checked ? 'delete' : 'add'](event.target)
          }, true)
          addEventListener('click', event => {
            if (!old || event.defaultPrevented) return
            const { aimed, mine } = person
            if (aimed && performance.now() - aimed.time < 400 && aimed.key
              && (!event.target.name || keyOf(event.target) !== aimed.key)) {
              person.problems.push(`a click on ${aimed.key} went to ${event.target.value}`)
            }
            for (const box of boxes()) {
              if (box.checked !== old.has(box)) mine[box.checked ? 'add' : 'delete'](keyOf(box))
            }
          })
          addEventListener('submit', ({ target, submitter }) => {
            const dialog = target.closest('dialog')
            if (dialog) person.confirmed.push({ labels: labels(dialog), pressed: [...person.pressed] })
            else if (submitter?.name === 'uncheck') person.mine.clear()
            else if (submitter?.name === 'action') {
              // The person may change checks while the page asks for the question, which names the rows.
              if (!person.pendingForms && !probe.dialog) person.pressed = new Set(person.mine)
            }
          }, true)
          addEventListener('popstate', () => person.backs++)
          addEventListener('DOMContentLoaded', () => {
            new MutationObserver(changes => {
              for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
                const text = node.textContent ?? ''
                const isShown = [node, node.parentNode].some(part => part?.localName === 'dialog')
                if (isShown) person.shown = performance.now()
                if (!text.startsWith('No longer here, and unchecked:') || node.localName !== 'span') continue
                for (const [id] of text.matchAll(/\d+/g)) {
                  if (person.mine.delete('tickets/' + id)) person.left++
                }
              }
            }).observe(document.body, { childList: true, subtree: true })
          })
        }
        """#

    // MARK: The mouse

    mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < probability
    }

    private mutating func one(of texts: [String]) -> String {
        texts[Int.random(in: 0..<texts.count, using: &random)]
    }

    private mutating func note(_ act: String) { latest = latest.suffix(9) + [act] }

    /// Clicks one of the elements of a selector, as a person who has seen it. Returns whether there is one.
    @discardableResult
    mutating func click(_ selector: String, isDouble: Bool = false, modifiers: Int = 0) async throws -> Bool {
        let place = Double.random(in: 0..<1, using: &random)
        let source = JSON.string(selector).source
        let found = try await tab.evaluate("person.places(\(source), \(place))").list
        guard case .number(let x)? = found.first, case .number(let y)? = found.last else { return false }
        try await tab.moveMouse(to: (x, y))
        // While the table shows that clicks do nothing, a person waits.
        try await tab.wait("!('held' in probe.table.dataset)")
        guard try await tab.evaluate("person.aim(\(x), \(y), \(source))") == true else { return false }
        note(isDouble ? "\(selector) twice" : selector)
        try await tab.click(at: (x, y), modifiers: modifiers)
        if isDouble { try await tab.click(at: (x, y), count: 2, modifiers: modifiers) }
        return true
    }

    // MARK: Controls

    /// Uses one control. Returns whether it has sent a request.
    mutating func useControl() async throws -> Bool {
        let sent = try await tab.evaluate("delete probe.status.dataset.liveControl, person.sent")
        let isDouble = chance(0.1)
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: try await click("thead button", isDouble: isDouble)
        case 3: try await choose("filters")
        case 4: try await choose("columns")
        case 5, 6: try await click(".applied a", isDouble: isDouble)
        case 7: try await search(one(of: ["", "pena", "Subject 1", "7", "zz", "富士"]))
        case 8: try await limit(Int.random(in: 1..<300, using: &random))
        case 9...11: try await click(".pages [rel], .empty a", isDouble: isDouble)
        case 12: try await click(".sizes a[href]")
        default: try await goBack()
        }
        let isSent = try await tab.evaluate("person.sent > \(sent)") == true
        if isSent { controls += 1 }
        return isSent
    }

    /// Opens a panel, presses one of its check boxes, and mostly closes it.
    private mutating func choose(_ panel: String) async throws {
        if try await tab.evaluate("document.querySelector('.\(panel)').open") == false {
            try await click(".\(panel) summary")
        }
        try await click(".\(panel) input[type=checkbox]")
        // In a search, the key would remove the text.
        let isInPanel = try await tab.evaluate("!!document.activeElement.closest('details[open]')") == true
        if chance(0.7), isInPanel { try await tab.press("Escape", code: 27) }
    }

    private mutating func search(_ text: String) async throws {
        try await type(text, into: "[type=search]")
    }

    private mutating func limit(_ id: Int) async throws {
        if try await tab.evaluate("document.querySelector('.filters').open") == false {
            try await click(".filters summary")
        }
        try await type(chance(0.5) ? "" : "\(id)", into: "[name='id.from']")
    }

    /// Types a text in place of the text of a field, and waits until the page sends it.
    private mutating func type(_ text: String, into selector: String) async throws {
        let field = "document.querySelector(\(JSON.string(selector).source))"
        guard try await tab.evaluate("\(field)?.value ?? null") != .string(text) else { return }
        let sent = try await tab.evaluate("\(field)?.focus(), \(field)?.select(), person.sent")
        guard try await tab.evaluate("document.activeElement === \(field)") == true else { return }
        note("“\(text)” in \(selector)")
        if text.isEmpty {
            try await tab.press("Delete", code: 46)
        } else {
            try await tab.call("Input.insertText", ["text": .string(text)])
        }
        try await tab.wait("person.sent > \(sent)")
    }

    private mutating func goBack() async throws {
        let backs = try await tab.evaluate("person.backs")
        guard try await tab.evaluate("navigation.currentEntry.index > 1") == true else { return }
        note("Back")
        try await tab.evaluate("history.back()", isGesture: true)
        try await tab.wait("person.backs > \(backs)")
    }

    /// Waits until the newest control has its answer.
    func waitForAnswer() async throws {
        try await tab.wait(
            "!person.pending && ['shown', 'failed'].includes(probe.status.dataset.liveControl)")
    }

    // MARK: Actions on several rows

    /// Checks some rows, perhaps on several pages, and acts on them. Returns whether an action was confirmed.
    mutating func act() async throws -> Bool {
        if try await tab.evaluate("person.mine.size > 12 && !probe.dialog") == true {
            try await click(".many [name=uncheck]")
        }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            if chance(0.05) { try await click("[data-all]") }
            try await click(
                "tbody [name=row]", isDouble: chance(0.1), modifiers: chance(0.15) ? 8 : 0)
        }
        if chance(0.4), try await useControl() {
            try await waitForAnswer()
            if chance(0.5) { try await click("tbody [name=row]") }
        }
        guard try await press() else { return false }
        return try await answer()
    }

    /// Presses a button below the table. Returns whether the page asks before it acts.
    private mutating func press() async throws -> Bool {
        try await tab.evaluate("delete probe.status.dataset.liveOutcome")
        let sent = try await tab.evaluate("person.forms")
        let isSlow = chance(0.15)
        await service.gate.hold(isSlow)
        let count = await service.gate.targets.count
        try await click(".many [name=action]", isDouble: chance(0.2))
        let isSent = try await tab.evaluate("person.forms > \(sent)") == true
        if isSent, isSlow {
            try await waitForForm(after: count)
            try await click(
                one(of: [".many [name=action]", "tbody [name=row]", "thead button"]))
        }
        await service.gate.hold(false)
        guard isSent else { return false }
        try await tab.wait("!person.pending && (probe.dialog || probe.status.dataset.liveOutcome)")
        return try await tab.evaluate("!!probe.dialog") == true
    }

    /// Waits until the service holds the answer to a form back, or has refused the form.
    private func waitForForm(after count: Int) async throws {
        while await service.gate.targets.count == count {
            if try await tab.evaluate("person.pendingForms") == .number(0) { return }
        }
    }

    /// Answers the questions of a dialog. Returns whether the person has confirmed.
    private mutating func answer() async throws -> Bool {
        if chance(0.1) {
            cancelled += 1
            try await tab.press("Escape", code: 27)
            try await tab.wait("!probe.dialog")
            return false
        }
        for _ in 0..<5 where try await tab.evaluate("!!probe.dialog") == true {
            if try await tab.evaluate("!!probe.dialog.querySelector('select')") == true {
                let people = ["Amara", "Jonas", "Mei", "Zoë"]
                let name = one(of: people)
                try await tab.evaluate("probe.dialog.querySelector('select').value = '\(name)'")
            }
            // Nobody has read a question immediately, and the page ignores such a click.
            try await tab.wait("performance.now() - person.shown > 420")
            let isSlow = chance(0.15)
            await service.gate.hold(isSlow)
            let old = await service.gate.targets.count
            let shown = try await tab.evaluate("person.shown")
            let sent = try await tab.evaluate("person.forms")
            try await click("dialog [name=confirmed]", isDouble: chance(0.2))
            let isSent = try await tab.evaluate("person.forms > \(sent)") == true
            guard isSent else { continue }
            if isSlow {
                try await waitForForm(after: old)
                try await click("dialog [name=confirmed]")
            }
            await service.gate.hold(false)
            try await tab.wait(
                """
                !person.pending && (person.shown !== \(shown)
                  || !probe.dialog && probe.status.dataset.liveOutcome)
                """
            )
        }
        actions += 1
        return true
    }
}
