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
    table.ariaDescription = JSON.parse(table.dataset.texts ?? '{}').keys
    // The part after the table, from which Tab goes on.
    const end = document.createElement('span')
    end.tabIndex = -1

    const focus = node => {
      node.tabIndex = -1
      node.addEventListener('blur', () => node.removeAttribute('tabindex'), { once: true })
      node.focus()
    }

    // The folded rows have no place.
    const visible = () => [...table.rows].filter(row => row.getClientRects().length)

    const enter = (row, cell) => {
      const rows = visible()
      index = Math.max(0, Math.min(row, rows.length - 1))
      const { cells } = rows[index]
      column = Math.max(0, cell)
      table.role = 'grid'
      focus(cells[Math.min(column, cells.length - 1)])
    }

    // When a change takes the cell that has the focus, its row gets it.
    table.addEventListener('focusin', ({ target }) => {
      if (table.role && target.matches('tr')) enter(visible().indexOf(target), column)
    })
    table.addEventListener('focusout', () => setTimeout(() => {
      if (table.contains(document.activeElement) || document.querySelector('dialog')) return
      table.role = null
      table.tabIndex = 0
    }))

    table.addEventListener('keydown', event => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, repeat } = event
      if (defaultPrevented || metaKey || altKey || repeat && /Enter| /.test(key)) return
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
          // A head has fewer cells than a row, whose column stays.
          enter(row + move[0], (move[1] ? cell.cellIndex : column) + move[1])
        } else if (/^Arrow/.test(key)) {
          const step = key === (getComputedStyle(table).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight') ? 1 : -1
          if (inner >= 0 && controls[inner + step]) controls[inner + step].focus()
          else enter(row, cell.cellIndex + step)
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

  // The open details, the key of their row, whether another row has its id, the timer before they are read again, and the version
  // that they were read for.
  let details, row, isShared, timer, wanted

  const linkOf = key => document.querySelector(`tr[data-row="${CSS.escape(key)}"] .open`)

  const read = () => {
    timer = undefined
    if (!details) return
    // A question of the details stays with its button.
    if (document.querySelector('dialog')) return timer = setTimeout(read, 300)
    const { href } = location
    const mine = row
    const request = new XMLHttpRequest()
    request.open('GET', href)
    request.responseType = 'document'
    request.setRequestHeader('Accept', 'text/html')
    request.onloadend = () => {
      if (row !== mine || location.href !== href || !details) return
      const fresh = request.status === 200 && request.response?.querySelector('aside.details')
      // Details that can't be read again are out of date.
      details.toggleAttribute('data-old', !fresh)
      if (!fresh) return
      const { activeElement } = document
      const label = activeElement.ariaLabel
      row = fresh.dataset.row
      for (const { name, value } of fresh.attributes) details.setAttribute(name, value)
      details.replaceChildren(...document.adoptNode(fresh).childNodes)
      const same = [...details.querySelectorAll('button')].find(button => button.ariaLabel === label)
      if (!activeElement.isConnected) (same ?? details).focus()
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
    const { row: key, version } = details.dataset
    const isNew = details !== old || key !== row
    row = key
    const rows = document.querySelectorAll(`tr[data-row$="${CSS.escape(key.replace(/^[^/]*/, ''))}"]`)
    isShared = rows.length > 1 || isShared && !isNew
    // A row with its id in another section is the same one, unless both were there.
    const link = linkOf(key) ?? (isShared ? undefined : rows[0]?.querySelector('.open'))
    const now = link && link.closest('tr').dataset.row + link.dataset.version
    if (isNew) details.focus({ preventScroll: true })
    if (!link) details.setAttribute('data-old', '')
    else if (now !== key + version && now !== wanted) {
      wanted = now
      timer ??= setTimeout(read, 300)
    }
  }

  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  look()
  addEventListener('click', ({ target }) => {
    if (target.closest('.details .close')) linkOf(row)?.focus()
  })
  addEventListener('keydown', ({ key, target, isComposing, defaultPrevented }) => {
    if (key !== 'Escape' || isComposing || defaultPrevented || target.closest('.tools') || document.querySelector('dialog')) return
    details?.querySelector('.close').click()
  })
})()
