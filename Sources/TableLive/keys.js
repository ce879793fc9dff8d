// Moves among the cells of each table with the attribute data-live by keys, keeps folded sections folded, and the details of a row up
// to date.
(() => {
  'use strict'

  // MARK: Keys

  // Enter on a table makes it a grid: arrow keys move among its cells, and Tab leaves it.
  const start = table => {
    // The column of the cell that had the focus, and the index of its row.
    let column = 0, index = 1
    table.tabIndex = 0
    const { keys } = JSON.parse(table.dataset.texts ?? '{}')
    if (keys) table.setAttribute('aria-description', keys)
    // The part after the table, from which Tab goes on.
    const end = document.createElement('span')
    end.tabIndex = -1

    const focus = node => {
      node.tabIndex = -1
      node.addEventListener('blur', () => node.removeAttribute('tabindex'), { once: true })
      node.focus()
      node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }

    // The folded rows have no place.
    const visible = () => [...table.rows].filter(row => row.getClientRects().length)

    const enter = (row, cell) => {
      const rows = visible()
      index = Math.max(0, Math.min(row, rows.length - 1))
      column = Math.max(0, cell)
      const { cells } = rows[index]
      table.role = 'grid'
      focus(cells[Math.min(column, cells.length - 1)])
    }

    // When a change takes the cell that has the focus, its row gets it.
    table.addEventListener('focusin', ({ target }) => {
      if (table.role && target.matches('tr')) enter(visible().indexOf(target), column)
    })
    table.addEventListener('focusout', () => setTimeout(() => {
      if (!table.contains(document.activeElement) && !document.querySelector('dialog[open]')) table.role = null
    }))

    table.addEventListener('keydown', event => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
      if (defaultPrevented || metaKey || altKey) return
      if (target === table && key === 'Enter') enter(index, column)
      else if (!table.role || target === table) return
      else if (key === 'Tab') {
        table.after(end)
        return (shiftKey ? table : end).focus()
      } else {
        const cell = target.closest('th, td') ?? target.cells[0]
        const row = visible().indexOf(cell.parentNode)
        const controls = [...cell.querySelectorAll('a[href], button:enabled, input')]
        const inner = controls.indexOf(target)
        const far = ctrlKey ? 1e6 : 0
        const move = {
          ArrowDown: [1, 0], ArrowUp: [-1, 0], PageDown: [10, 0], PageUp: [-10, 0], Home: [-far, -1e6], End: [far, 1e6],
        }[key]
        if (move) {
          const { length } = cell.parentNode.cells
          // A head has fewer cells than a row, whose column stays.
          const from = move[1] || inner >= 0 || cell.cellIndex < length - 1 ? cell.cellIndex : Math.max(column, cell.cellIndex)
          enter(row + move[0], Math.min(from + move[1], 1e5))
        } else if (/^Arrow/.test(key)) {
          const step = key === (getComputedStyle(table).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight') ? 1 : -1
          if (inner >= 0 && controls[inner + step]) controls[inner + step].focus()
          else enter(row, Math.min(cell.cellIndex + step, cell.parentNode.cells.length - 1))
        } else if (key === 'Escape') {
          if (inner < 0) table.focus()
          else focus(cell)
        } else if (inner >= 0) return
        else if (key === ' ') cell.parentNode.querySelector('.check input, .fold')?.click()
        else if (key !== 'Enter' && key !== 'F2') return
        // A button that does something to the row only gets the focus.
        else if (controls[0]?.matches('.edit, input, thead button')) controls[0].click()
        else controls[0]?.focus()
      }
      event.preventDefault()
    })
  }

  for (const table of document.querySelectorAll('table[data-live]')) start(table)

  // MARK: Folded sections

  // The keys of the sections whose rows are hidden, and the boxes that show it.
  const folded = new Set()
  const known = new WeakSet()
  const keyOf = fold => fold.closest('tbody').dataset.section
  addEventListener('change', ({ target }) => {
    if (target.matches('.fold')) folded[target.checked ? 'add' : 'delete'](keyOf(target))
  })

  // MARK: Details

  // The open details, the key and the text of their row when they were read, and the timer before they are read again.
  let details, row, text, timer

  const rowOf = key => document.querySelector(`tr[data-row="${CSS.escape(key)}"]`)
    ?? document.querySelector(`tr[data-row$="${CSS.escape(key.replace(/^[^/]*/, ''))}"]`)
  const textOf = row => [...row?.cells ?? []].map(cell => cell.textContent).join('\n')

  const read = () => {
    timer = undefined
    const old = details
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.responseType = 'document'
    request.setRequestHeader('Accept', 'text/html')
    request.onloadend = () => {
      const fresh = request.status === 200 && request.response?.querySelector('aside.details')
      if (old !== details) return
      // Details that can't be read again are out of date.
      details.ariaBusy = fresh ? null : 'true'
      if (!fresh) return
      const { activeElement } = document
      row = details.dataset.row = fresh.dataset.row
      text = textOf(rowOf(row))
      details.replaceChildren(...document.adoptNode(fresh).childNodes)
      if (!activeElement.isConnected) details.focus()
    }
    request.send()
  }

  const look = () => {
    for (const fold of document.querySelectorAll('.fold')) {
      if (!known.has(fold)) fold.checked = folded.has(keyOf(fold))
      known.add(fold)
    }
    const old = details
    details = document.querySelector('aside.details')
    if (!details) return
    const now = textOf(rowOf(details.dataset.row))
    if (details !== old || details.dataset.row !== row) {
      row = details.dataset.row
      text = now
      details.focus({ preventScroll: true })
    } else if (now !== text) timer ??= setTimeout(read, 300)
  }

  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  look()
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || !details || document.querySelector('dialog')) return
    const link = rowOf(row)?.querySelector('.open')
    if (details.contains(document.activeElement)) link?.focus()
    details.querySelector('.close').click()
  })
})()
