/// The script that the tests add to a page.
enum Probe {
    static let script = #"""
        addEventListener('securitypolicyviolation', event => {
          probe.violations++
          console.error(event.violatedDirective)
        })

        self.probe = {
          violations: 0,
          get table() { return document.querySelector('table') },
          counts: { focus: 0, lost: 0, selection: 0, scroll: 0, cells: 0 },

          get dialog() { return document.querySelector('dialog') },
          get amount() { return probe.dialog.querySelector('[type=number]') },
          get status() { return document.querySelector('[data-live-status]') },
          row: key => document.querySelector(`[data-row="${CSS.escape(key)}"]`),
          button: (key, title) => [...probe.row(key).querySelectorAll('button')].find(node => node.textContent === title),
          focused: () => {
            const node = document.activeElement
            const row = node.closest('tr')
            return (row ? probe.key(row) : node.tagName) + (node === row ? '' : `: ${node.textContent}`)
          },
          // Where rows are, once the browser has shown them.
          async tops() {
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
            return Object.fromEntries([...probe.table.rows].map(row =>
              [probe.key(row), row.getBoundingClientRect().top]))
          },

          // Each part of a table by itself, cells with what is in them.
          snapshot: table => [...table.querySelectorAll('*')]
            .filter(node => !node.parentElement.closest('td, th, caption'))
            .map(node => {
              const copy = node.cloneNode(node.matches('td, th, caption'))
              copy.removeAttribute('tabindex')
              // Each response has another token.
              copy.querySelector('[name=token]')?.removeAttribute('value')
              return copy.outerHTML
            }),
          parsed: html => probe.snapshot(new DOMParser().parseFromString(html, 'text/html').querySelector('table')),

          key: row => row.dataset.row ?? row.className,
          id: row => row?.dataset.row?.replace(/^[^/]*/, ''),
          // The effect of a control, without the section of its row.
          sign: control => [control.tagName, control.textContent, control.getAttribute('href'),
            control.value?.split('/').toSpliced(1, 1)].join(),

          // Puts focus, selection and scroll position somewhere, and notes what there is.
          prepare(first, second, third) {
            const at = (list, place) => list[Math.floor(place * list.length)]
            scrollTo(0, first * (document.documentElement.scrollHeight - innerHeight))
            const control = at([...this.table.querySelectorAll('button, a')], second)
            control?.focus({ preventScroll: true })
            const cells = [...this.table.querySelectorAll('[data-row] td:not(.actions)')]
            const text = at(cells.filter(cell => cell.firstChild?.nodeType === 3), third)?.firstChild
            if (text) getSelection().setBaseAndExtent(text, 0, text, text.length)
            const rows = [...this.table.rows].filter(row => !row.closest('thead'))
            this.old = {
              control, text, row: control?.closest('tr').dataset.row, id: this.id(control?.closest('tr')),
              sign: control && this.sign(control), selected: String(getSelection()), isScrolled:
                this.table.getBoundingClientRect().top < 0,
              rows: rows.map(row => ({ row, body: row.parentNode, key: this.key(row),
                top: row.getBoundingClientRect().top, height: row.offsetHeight,
                cells: [...row.cells].map(cell => [cell, cell.outerHTML]) })),
            }
          },

          // Returns what is not as it should be.
          check() {
            const problems = []
            const { control, text, row, id, sign, selected, isScrolled, rows } = this.old
            const active = document.activeElement
            if (control) {
              const all = [...this.table.rows]
              const home = all.find(other => other.dataset.row === row) ?? all.find(other => this.id(other) === id)
              const same = [...home?.querySelectorAll('button, a') ?? []].find(other => this.sign(other) === sign)
              if (control.isConnected && active !== control) problems.push('lost the focus of a control that is there')
              if (same && active !== same) problems.push(`focus is on ${active.outerHTML}, not ${same.outerHTML}`)
              if (!same && !active.matches('tr, table')) problems.push(`focus is on ${active.outerHTML}, not a row`)
              same ? this.counts.focus++ : this.counts.lost++
            }
            if (text?.isConnected) {
              this.counts.selection++
              const selection = getSelection()
              if (selection.anchorNode !== text || selection.focusNode !== text || String(selection) !== selected) {
                problems.push(`selected is ${selection}, not ${selected}`)
              }
            }
            for (const { row, body, key, cells } of rows) {
              const like = body.isConnected ? [...body.rows].filter(row => this.key(row) === key) : []
              if (like.length !== 1) continue
              const same = like[0]
              this.counts.cells++
              if (same !== row) problems.push(`row ${key} is another element`)
              else if (cells.some(([cell, html], index) => cell !== same.cells[index] && html === same.cells[index]?.outerHTML)) {
                problems.push(`a cell of row ${key} is another element`)
              }
            }
            const seen = rows.filter(({ row, top, height }) => row.isConnected && top + height > 0 && top < innerHeight)
            const most = document.documentElement.scrollHeight - innerHeight
            if (isScrolled && seen.length && scrollY > 0 && scrollY < most - 1) {
              this.counts.scroll++
              if (!seen.some(({ row, top }) => Math.abs(row.getBoundingClientRect().top - top) <= 1)) {
                problems.push('all that was seen is elsewhere')
              }
            }
            return problems
          },
        };
        """#
}
