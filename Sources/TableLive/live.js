// Keeps each table with the attribute data-live up to date, and sends its forms and controls without leaving the page.
(() => {
  'use strict'
  // What the script can do with each table.
  const tables = new Map()
  const policy = self.trustedTypes?.createPolicy('table-live', { createHTML: markup => markup })

  const parse = markup => {
    const template = document.createElement('template')
    template.innerHTML = policy ? policy.createHTML(markup) : markup
    return template.content.firstElementChild
  }

  const parsePage = markup =>
    new DOMParser().parseFromString(policy ? policy.createHTML(markup) : markup, 'text/html')

  // MARK: Changes of the table

  const find = (root, part, key) => root.querySelector(`[data-${part}="${CSS.escape(key)}"]`)

  // Inserts or moves a part. If the browser can, a moved part keeps its state.
  const put = (parent, part, next) =>
    parent[part.isConnected && parent.moveBefore ? 'moveBefore' : 'insertBefore'](part, next)

  // Makes a table or a part equal to another. Parts with equal keys and equal cells remain.
  const update = (old, fresh) => {
    const name = part => part.cellIndex ?? part.tagName + (part.dataset.section ?? part.dataset.row ?? part.className)
    const known = new Map([...old.children].map(part => [name(part), part]))
    const pairs = [...fresh.children].map(part => {
      const mine = known.get(name(part))
      known.delete(name(part))
      return [mine, part]
    })
    const kept = new Set(pairs.map(([mine]) => mine))
    for (const part of [...old.children]) if (!kept.has(part)) part.remove()
    let next = old.firstElementChild
    for (const [mine, part] of pairs) {
      if (mine && mine === next) next = next.nextElementSibling
      else put(old, mine ?? part, next)
      if (/^T(R|HEAD|BODY|FOOT)$/.test(mine?.tagName)) update(mine, part)
      else if (mine && !mine.isEqualNode(part)) {
        // A control of a row must not become another one. A title or a link to a page keeps the focus.
        if (mine.contains(document.activeElement) && mine.closest('thead, .pages')) morph(mine, part)
        else mine.replaceWith(part)
      }
    }
  }

  // The nodes that the script adds, and those that a browser reads differently with a script.
  const isOwn = ({ nodeName, dataset }) => /DIALOG|SCRIPT/.test(nodeName) || dataset?.liveStatus !== undefined

  // Makes an element equal to another, except for open panels and what a person is typing. Its parts remain, so they keep
  // the focus.
  const morph = (old, fresh, takesFields) => {
    if (old.nodeType > 1) {
      if (old.data !== fresh.data) old.data = fresh.data
      return
    }
    if (tables.has(old)) return tables.get(old).exchange(fresh)
    // Read first, because options move from one element to the other.
    const { value, checked } = fresh
    for (const { name } of [...old.attributes]) {
      if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name)
    }
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
    const name = ({ nodeName, id, type, value, className, name }) =>
      [nodeName, id, name, type === 'checkbox' ? value : className].join()
    const parts = [...old.childNodes].filter(part => !isOwn(part))
    let next = parts[0] ?? null
    for (const part of [...fresh.childNodes]) {
      if (isOwn(part)) continue
      const index = parts.findIndex(mine => name(mine) === name(part))
      const [mine] = index < 0 ? [] : parts.splice(index, 1)
      if (mine && mine === next) next = next.nextSibling
      else put(old, mine ?? part, next)
      while (next && isOwn(next)) next = next.nextSibling
      if (mine) morph(mine, part, takesFields)
    }
    for (const part of parts) part.remove()
    if (/INPUT|SELECT/.test(old.nodeName) && (takesFields || old !== document.activeElement)) {
      old.checked = checked
      old.value = value
    }
  }

  // Marks a row for a moment, so that a person notices the change.
  const mark = row => {
    if (!row.matches('tr') || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    row.animate([{ backgroundColor: 'var(--mark, #ff02)' }, {}], 1500)
  }

  // Fails if the table has another version than the patch.
  const carryOut = (table, { action, part, key, after, html }) => {
    if (part === 'caption') return table.caption.replaceWith(parse(html))
    const section = part === 'section' || part === 'tableFoot' ? table : find(table, 'section', key.split('/')[0])
    const old = part === 'tableFoot' ? table.tFoot : find(section, part, key)
    if (!/row|section/.test(part)) {
      if (action === 'remove') old?.remove()
      else if (old) update(old, parse(html))
      else section[part === 'head' ? 'prepend' : 'append'](parse(html))
    } else if (action === 'remove') {
      old.remove()
    } else if (action === 'replace') {
      update(old, parse(html))
      mark(old)
    } else {
      const first = section.querySelector(part === 'section' ? '[data-section],tfoot' : 'tr:not([data-head])')
      const next = after === undefined ? first : find(section, part, after).nextElementSibling
      const fresh = action === 'move' ? old : parse(html)
      put(section, fresh, next)
      mark(fresh)
    }
  }

  // MARK: Focus, selection and scrolling

  // Describes a control and its effect, without the section of its row, and without the value that a button edits.
  const describe = ({ tagName, name, href, value, textContent, className, ariaLabel }) =>
    [tagName, href, className === 'edit' ? ariaLabel : value?.replace(name === 'row' ? /^[^/]*/ : /\/[^/]*/, ''), textContent].join()

  // While a dialog is open, the control or row that gets the focus when the dialog closes.
  let opener

  const focus = node => {
    if (opener && node) return opener = node
    node?.focus({ preventScroll: true })
    return node && document.activeElement === node
  }

  // Focuses a part that is no control, where a key that is still held has no effect.
  const land = node => {
    node.tabIndex = -1
    node.addEventListener('blur', () => node.removeAttribute('tabindex'), { once: true })
    focus(node)
  }

  const isVisible = ({ top, bottom }) => bottom > 0 && top < innerHeight

  // Changes the table, and keeps focus, selection, and visible rows: above all the row `aim`, if there is one.
  const keep = (table, change, aim) => {
    const rows = [...table.rows]
    const active = opener ?? document.activeElement
    const index = rows.findIndex(row => row.contains(active))
    const selection = getSelection()
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
    // If the start of the table is visible, rows may move, except for `aim`.
    const isScrolled = table.getBoundingClientRect().top < 0
    const seen = [...aim ? [aim] : [], ...isScrolled ? rows : []]
      .map(row => [row, row.getBoundingClientRect()])
      .filter(([row, place]) => isVisible(place) && !row.closest('thead'))

    const moved = change()

    const still = seen.find(([row]) => row === aim ? row.isConnected : row.isConnected && !moved.has(row.dataset.row))
    if (still) scrollBy({ top: still[0].getBoundingClientRect().top - still[1].top, behavior: 'instant' })

    if (table.contains(anchorNode) && table.contains(focusNode)
      && (selection.anchorNode !== anchorNode || selection.focusNode !== focusNode)) {
      try {
        selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
      } catch {
        // A part of it is gone.
      }
    }

    if (index < 0 || document.activeElement === active || active.isConnected && focus(active)) return
    // Focus the same control of the same row, which may be in another section now. Otherwise focus the row at its index.
    const row = rows[index]
    const id = row.dataset.row?.replace(/^[^/]*/, '')
    const same = row.isConnected
      ? row
      : [...table.rows].find(other => id && other.dataset.row?.endsWith(id) && !rows.includes(other))
    const controls = [...same?.querySelectorAll(active.tagName) ?? []]
    if (focus(controls.find(control => describe(control) === describe(active)))) return
    // A part that is gone, or in a folded section, has no offset.
    land([same, ...rows.slice(index), ...rows.slice(0, index).reverse(), table].find(node => node?.offsetParent))
  }

  // MARK: Pointers

  // Tables change while no click can go wrong.
  //
  // While a mouse is over the controls of a row, changes wait for up to two seconds. The page then scrolls so that the
  // row stays under the mouse. Where a control has moved nevertheless, clicks do nothing for 400 ms, or for 250 ms if
  // the mouse came to the control after the move. The second click of a double click never does anything. Fingers have
  // no position before they touch, so for ten seconds after a touch, changes come only every two seconds.
  const waiting = []
  let waitTimer
  // The controls that changes have moved lately, with the times.
  const moves = new Map()
  // The position of the pointer; none if it is outside.
  let x, y
  // The control and the row under the pointer, and the time at which the pointer came to the control by itself.
  let control, aimedRow, arrived = 0
  let used = -Infinity
  let press = { at: -Infinity }
  let heldTable, heldTimer
  // The time at which a dialog asked the person. Nobody has read the question immediately.
  let asked = -Infinity
  // The scroll position before the page followed a row, and the position after.
  let home, away

  // A link to another page changes nothing, and a person may press it several times.
  const controlAt = node => node?.closest?.('table[data-live] tr :is(button, input, a:not([rel]))') ?? undefined
  const nameOf = control =>
    control?.isConnected && `${Object.values(control.closest('tr').dataset)} ${describe(control)}`
  const isUsed = () => performance.now() - used < 10000

  // Returns the row at which the mouse aims. A row that is busy must show its outcome.
  const aim = () => aimedRow?.isConnected && !aimedRow.ariaBusy && isUsed() ? aimedRow : undefined

  const look = node => {
    control = controlAt(node)
    const cell = node?.closest?.('table[data-live] tr > *')
    aimedRow = cell?.querySelector('button, a, input') ? cell.parentNode : undefined
  }

  // The positions of the visible controls.
  const places = () => {
    const places = new Map()
    for (const row of document.hidden ? [] : document.querySelectorAll('table[data-live] tr')) {
      if (!isVisible(row.getBoundingClientRect())) continue
      for (const control of row.querySelectorAll('button, a, input')) {
        places.set(nameOf(control), control.getBoundingClientRect())
      }
    }
    return places
  }

  // Shows for a moment that clicks do nothing.
  const hold = time => {
    clearTimeout(heldTimer)
    delete heldTable?.dataset.held
    heldTable = control?.closest('table')
    if (!heldTable) return
    heldTable.dataset.held = ''
    heldTimer = setTimeout(() => delete heldTable.dataset.held, time)
  }

  // Makes the changes that wait.
  const flush = () => {
    waitTimer = clearTimeout(waitTimer)
    const row = aim()
    const top = scrollY
    if (top !== away) home = undefined
    const returns = !row && home !== undefined
    if (!waiting.length && !returns) return
    const before = places()
    const old = nameOf(control)
    const isAtTop = waiting.every(({ table }) => table.getBoundingClientRect().top >= 0)
    while (waiting.length) {
      const { table } = waiting[0]
      keep(table, () => {
        const moved = new Set()
        while (waiting[0]?.table === table) for (const key of waiting.shift().body()) moved.add(key)
        return moved
      }, row)
    }
    if (returns) {
      scrollTo({ top: home, behavior: 'instant' })
      home = undefined
    } else if (isAtTop && scrollY !== top) {
      home ??= top
    }
    away = scrollY
    const now = performance.now()
    for (const [name, at] of moves) if (now - at > 400) moves.delete(name)
    look(x === undefined ? undefined : document.elementFromPoint(x, y))
    const name = nameOf(control)
    for (const [key, place] of places()) {
      // A control that stays under the mouse may become wider.
      if (key === name && name === old && !press.isTouch) continue
      const was = before.get(key)
      if (!was || Math.hypot(place.x - was.x, place.y - was.y) > 3) moves.set(key, now)
    }
    if (name && moves.get(name) === now) hold(400)
  }

  // Makes a change of a table now or soon.
  const change = (table, body, isUrgent) => {
    waiting.push({ table, body })
    const isTouched = press.isTouch && isUsed() && !document.querySelector('[aria-busy]')
    if (!isUrgent && (aim() || isTouched)) waitTimer ??= setTimeout(flush, 2000)
    else flush()
  }

  const point = event => {
    const old = control
    look(event.target)
    // The browser also reports controls that come under a resting mouse. The mouse did not go there.
    if (event.clientX !== x || event.clientY !== y) {
      x = event.clientX
      y = event.clientY
      used = performance.now()
      if (control !== old) {
        arrived = used
        // Nobody can have seen a move that is so recent.
        const rest = 250 - used + moves.get(nameOf(control))
        if (rest > 0) hold(rest)
      }
    }
    if (!aimedRow && !press.isTouch) flush()
  }

  const listen = (type, listener) => document.addEventListener(type, listener, true)
  listen('pointermove', point)
  listen('pointerover', point)
  listen('wheel', () => used = performance.now())
  listen('pointerleave', event => {
    // A finger leaves before its click.
    if (event.pointerType !== 'mouse' || event.target !== document.documentElement) return
    x = undefined
    look()
    flush()
  })
  listen('pointerdown', event => {
    point(event)
    used = performance.now()
    const { clientX, clientY, pointerType } = event
    const isTouch = pointerType !== 'mouse'
    if (isTouch) arrived = 0
    const distance = Math.hypot(clientX - press.clientX, clientY - press.clientY)
    const isSecond = used - press.at < 400 && distance < (isTouch ? 25 : 10)
    press = { at: used, isTouch, isSecond, clientX, clientY }
  })
  listen('click', event => {
    if (event.target.closest('dialog') && performance.now() - asked < 400) event.preventDefault()
    const clicked = controlAt(event.target)
    // The click of a key or of a program has no count.
    if (!clicked || !event.detail) return
    const moved = moves.get(nameOf(clicked))
    const rest = moved - press.at + (moved < arrived ? 250 : press.isTouch ? 300 : 400)
    if (rest > 0) hold(Math.max(rest, 150))
    if (rest > 0 || press.isSecond || event.detail > 1) event.preventDefault()
  })
  listen('keydown', event => {
    // A key that is held must not act on the next control that gets the focus.
    if (event.repeat && /Enter| /.test(event.key) && (controlAt(event.target) || event.target.closest('dialog'))) event.preventDefault()
  })

  // MARK: Messages

  const start = table => {
    let address, name
    const status = document.querySelector('[data-live-status]')
      ?? table.parentNode.insertBefore(document.createElement('div'), table)
    status.role = 'status'
    status.ariaAtomic = 'false'
    status.dataset.liveStatus ??= ''
    const texts = JSON.parse(table.dataset.texts ?? '{}')
    // Returns a function that shows a state in a line of its own, or removes the line. Good news goes after a while.
    const line = (name, subject) => {
      const node = document.createElement('span')
      node.onclick = () => node.remove()
      let timer
      return (state, text = texts[state] ?? '') => {
        clearTimeout(timer)
        if (!state) return node.remove()
        status.dataset[name] = node.dataset.state = state
        node.textContent = subject + text
        status.append(node)
        if (/fresh|sent|shown/.test(state)) timer = setTimeout(() => node.remove(), 6000)
      }
    }
    const say = line('liveStatus', '')

    // The version; empty if the page needs the whole table.
    let id = table.dataset.version ?? ''
    // Browsers limit the connections to a server, so one page leads: it has a stream and passes messages to
    // the other pages. Another page has a stream only until it has the announced version, or while no page
    // leads. A hidden page has a stream only briefly.
    let stream, channel, release, isLeading, heard
    let isStale = false
    let failures = 0
    let staleTimer, streamTimer, answerTimer, silenceTimer
    // The interval of heartbeats in milliseconds.
    const heartbeat = Number(table.dataset.heartbeat)
    let awake = Date.now()

    const tell = message => {
      if (isLeading) channel?.postMessage({ id, isStale, isHidden: document.hidden, ...message })
    }

    const setStale = value => {
      staleTimer = clearTimeout(staleTimer)
      if (value === isStale) return
      isStale = value
      say(value ? 'stale' : 'fresh')
      tell()
    }

    // The number of messages, and the busy rows whose forms were answered before their change.
    let count = 0
    const answered = new Map()
    const settle = row => {
      clearTimeout(answered.get(row))
      answered.delete(row)
      row.ariaBusy = null
    }

    const apply = ({ id: version, kind, data }) => {
      count++
      const moved = new Set()
      // After a failure, only a whole table helps.
      if (!id && kind !== 'table') return moved
      try {
        if (kind === 'table') update(table, parse(data))
        else for (const patch of JSON.parse(data)) {
          carryOut(table, patch)
          if (patch.action === 'move') moved.add(patch.key)
        }
        table.dataset.version = version
      } catch {
        // The table has another version.
        table.dataset.version = id = ''
        retry()
      }
      for (const row of answered.keys()) settle(row)
      syncChecks()
      return moved
    }

    // A page that needs the whole table must not wait.
    const take = message => {
      const isUrgent = !id
      id = message.id
      change(table, () => apply(message), isUrgent)
    }

    const close = () => {
      stream?.close()
      stream = undefined
      streamTimer = clearTimeout(streamTimer)
      clearTimeout(silenceTimer)
    }

    // After a silence, the server may be unable to answer.
    const expect = limit => {
      clearTimeout(silenceTimer)
      if (limit) silenceTimer = setTimeout(() => {
        setStale(true)
        open()
      }, limit)
    }

    const retry = () => {
      close()
      streamTimer = setTimeout(open, Math.min(30000, 500 * 2 ** failures) * (0.5 + Math.random()))
    }

    const receive = ({ type: kind, lastEventId, data }) => {
      expect(2.5 * heartbeat)
      const message = { id: lastEventId, from: id, kind, data }
      take(message)
      if (!id) return
      tell(message)
      if (id === heard) close()
    }

    // The server's data may be out of date although the server answers.
    const signal = ({ type }) => {
      expect(2.5 * heartbeat)
      setStale(type === 'stale')
    }

    const open = () => {
      close()
      address.searchParams.set('version', id)
      stream = new EventSource(address)
      // Some servers answer only with the first message.
      expect(Math.max(10000, 2.5 * heartbeat || 0))
      stream.onopen = () => {
        failures = 0
        setStale(false)
        expect(2.5 * heartbeat)
        clearTimeout(streamTimer)
        if (document.hidden) streamTimer = setTimeout(close, 2000)
      }
      stream.onerror = () => {
        staleTimer ??= setTimeout(setStale, 2000, true)
        failures++
        // The browser retries once, after the server's delay.
        if (failures > 1 || stream.readyState === EventSource.CLOSED) retry()
      }
      stream.addEventListener('table', receive)
      stream.addEventListener('patches', receive)
      stream.addEventListener('heartbeat', signal)
      stream.addEventListener('stale', signal)
    }

    // Asks for the leading page.
    const ask = () => {
      channel?.postMessage({ isHidden: document.hidden })
      clearTimeout(answerTimer)
      answerTimer = setTimeout(() => {
        heard = undefined
        if (!stream) open()
      }, 3000)
    }

    const hear = ({ data: message }) => {
      // A hidden page leads only if all pages are hidden.
      if (isLeading) return document.hidden && !message.isHidden ? begin() : tell()
      if (!message.id) return
      if (message.isHidden && !document.hidden) return ask()
      clearTimeout(answerTimer)
      heard = message.id
      setStale(message.isStale)
      if (!stream && (message.kind === 'table' || message.from === id)) take(message)
      if (id === heard) close()
      else if (!stream && !streamTimer) open()
    }

    const show = () => {
      close()
      if (!isLeading) ask()
      else if (document.hidden) tell()
      else open()
    }

    const lead = () => new Promise(resolve => {
      release = resolve
      isLeading = true
      heard = undefined
      show()
    })

    const begin = () => {
      end()
      address = new URL(table.dataset.live, document.baseURI)
      name = `table-live ${address}`
      if (!navigator.locks || !self.BroadcastChannel) return lead()
      channel = new BroadcastChannel(name)
      channel.onmessage = hear
      const abort = new AbortController()
      release = () => abort.abort()
      navigator.locks.request(name, { signal: abort.signal }, lead).catch(() => {})
      ask()
    }

    const end = () => {
      close()
      clearTimeout(answerTimer)
      isLeading = false
      channel?.close()
      channel = undefined
      release?.()
    }

    addEventListener('pagehide', end)
    addEventListener('pageshow', event => event.persisted && begin())
    document.addEventListener('freeze', end)
    document.addEventListener('resume', begin)
    document.addEventListener('visibilitychange', show)
    addEventListener('online', show)
    setInterval(() => {
      if (!isLeading) ask()
      // A stream may be dead after the computer slept.
      else if (document.hidden || Date.now() - awake > 30000) open()
      awake = Date.now()
    }, 10000)
    begin()

    // Shows the table of another address.
    const exchange = fresh => {
      update(table, fresh)
      for (const { name, value } of fresh.attributes) table.setAttribute(name, value)
      id = table.dataset.version
      begin()
      for (const row of answered.keys()) settle(row)
    }
    tables.set(table, { exchange, line, texts, isStale: () => isStale, sync: () => syncChecks(true) })

    // MARK: Forms

    // The requests without an answer, by the value of the button. Each is its fields, or the dialog that sent it. A
    // repetition sends the same fields, so the server carries out the request only once.
    const unanswered = new Map()

    // Sends fields, and returns the outcome; nothing without an answer.
    const post = async (form, fields) => {
      try {
        const answer = await fetch(form.getAttribute('action'), {
          // A browser sends at most 64 KiB after the page is left.
          method: 'POST', body: fields, headers: { Accept: 'application/json' }, keepalive: `${fields}`.length < 60000,
          signal: AbortSignal.timeout?.(10000),
        })
        if (answer.status === 204) return { state: 'sent' }
        // A page that asks for a password is no answer. Neither is an error of the server or of a proxy: an earlier request
        // with the same fields may still be running.
        const { message: text, form: markup, refusals } = await answer.json()
        if (answer.redirected || answer.status > 499 || !answer.ok && !text) return
        if (answer.ok) return { state: 'sent', text, refusals }
        // The forms may be outdated.
        if (answer.status === 403) {
          id = ''
          open()
        }
        return { state: 'failed', text, markup, isInput: answer.status === 422 }
      } catch {
        // There was no answer.
      }
    }

    const fieldsOf = (form, submitter) => {
      const fields = new URLSearchParams(new FormData(form))
      fields.append(submitter.name, submitter.value)
      return fields
    }

    const focusFirst = dialog => dialog.querySelector('input:not([type=hidden]), select, a').focus()

    // Asks for the answer that an action needs. A dialog whose request has no answer is kept for the button.
    const question = (markup, submitter, sayOutcome, key = submitter.value) => {
      const dialog = document.createElement('dialog')
      let isBusy
      const show = markup => {
        dialog.replaceChildren(parse(markup))
        dialog.ariaLabel = dialog.querySelector('h2').textContent
        if (dialog.open) focusFirst(dialog)
      }
      const alert = text => {
        const node = dialog.querySelector('[role=alert]') ?? document.createElement('p')
        node.role = 'alert'
        node.textContent = text
        dialog.querySelector('h2').after(node)
      }
      dialog.onclose = () => {
        dialog.remove()
        const node = opener
        opener = undefined
        focus(node) || land(table)
        if (unanswered.has(key)) sayOutcome('failed', texts.unanswered)
      }
      dialog.onclick = event => {
        if (!event.defaultPrevented && event.target.closest('a')) {
          event.preventDefault()
          dialog.close()
        }
      }
      dialog.onsubmit = async event => {
        event.preventDefault()
        if (isBusy) return
        if (isStale) return alert(texts.held)
        isBusy = true
        unanswered.set(key, dialog)
        dialog.ariaBusy = 'true'
        const outcome = await post(event.target, fieldsOf(event.target, event.submitter))
        dialog.ariaBusy = null
        isBusy = false
        if (!outcome) return alert(texts.unanswered)
        unanswered.delete(key)
        // Another input may do, so what was typed stays.
        if (outcome.isInput && dialog.open) {
          asked = performance.now()
          return outcome.markup ? show(outcome.markup) : alert(outcome.text)
        }
        dialog.close()
        sayOutcome(outcome.state, outcome.text, outcome.refusals)
      }
      show(markup)
      present(dialog, submitter)
      return dialog
    }

    const present = (dialog, submitter) => {
      // A person answers one question at a time.
      if (opener) return
      table.after(dialog)
      dialog.showModal()
      focusFirst(dialog)
      asked = performance.now()
      opener = submitter
    }

    // MARK: Checked rows

    const many = table.parentNode.querySelector('table ~ form.many')
    // The checked rows by key, also those of other pages: the value of the box, and the titles of the actions by event.
    const checked = new Map()
    // The keys of refused rows, and of rows that have or had a box.
    let refused = new Map()
    let boxed = new Set()
    // The rows of an action without an outcome, which are expected to change.
    let sent = []
    let lastBox, isAsking
    const boxes = () => [...table.querySelectorAll('[name=row]')]
    const keyOf = ({ value }) => value.split('/', 2).join('/')
    const idOf = key => key.replace(/^[^/]*/, '')

    const check = (box, isChecked) => {
      box.checked = isChecked
      if (!isChecked) return checked.delete(keyOf(box))
      const offers = new Map()
      for (const { value, textContent } of box.closest('tr').querySelectorAll('[data-many]')) {
        const [event] = value.split('/')
        if (!offers.has(event)) offers.set(event, textContent)
      }
      checked.set(keyOf(box), { value: box.value, offers })
    }

    const showChecks = () => {
      const found = boxes()
      const count = found.filter(box => box.checked).length
      const all = table.querySelector('[data-all]')
      if (all) {
        // Rows of folded sections don't count.
        all.checked = count && found.every(box => box.checked || !box.offsetParent)
        all.indeterminate = count && !all.checked
      }
      const others = checked.size - count
      const offered = new Map()
      for (const { offers } of checked.values()) for (const [event, title] of offers) {
        offered.set(event, [...offered.get(event) ?? [], title])
      }
      many.querySelector('output').textContent = `${checked.size} ${texts.checked}${others ? `, ${others} ${texts.elsewhere}` : ''}`
      many.toggleAttribute('data-some', checked.size)
      for (const old of many.querySelectorAll('[name=action]')) if (!offered.has(old.value)) {
        if (old === document.activeElement) land(table)
        old.remove()
      }
      for (const [value, titles] of offered) {
        const button = many.querySelector(`[value="${CSS.escape(value)}"]`) ?? document.createElement('button')
        Object.assign(button, { name: 'action', value, textContent: `${titles[0]} ${titles.length}` })
        if (!button.form) many.append(button)
      }
      for (const box of found) box.ariaInvalid = box.checked && refused.has(keyOf(box)) || null
    }

    // Checks the boxes of checked rows after a change of the table. A row that somebody else has removed, or whose actions
    // do something else now, is no longer checked. A row that a change moves to another section stays checked.
    const syncChecks = isOwn => {
      if (!many) return
      const found = new Map(boxes().map(box => [keyOf(box), box]))
      const left = []
      for (const [key, { value }] of checked) {
        let box = found.get(key)
        if (!box && !isOwn && boxed.has(key) && !sent.includes(key)) {
          const same = [...found.values()].filter(box => idOf(keyOf(box)) === idOf(key))
          if (same.length === 1 && !boxed.has(keyOf(same[0]))) [box] = same
          checked.delete(key)
          if (!box) left.push(key)
        }
        if (box && box.value.slice(keyOf(box).length) !== value.slice(key.length)) {
          checked.delete(key)
          left.push(key)
        } else if (box) check(box, true)
      }
      if (left.length) line('liveChecks', texts.left)('failed', left.map(key => ' ' + idOf(key).slice(1)).join())
      boxed = new Set([...found.keys(), ...sent.filter(key => boxed.has(key))])
      for (const [key, box] of found) box.checked = checked.has(key)
      showChecks()
    }

    table.addEventListener('click', ({ target, shiftKey, defaultPrevented }) => {
      if (defaultPrevented || !target.matches('.check input')) return
      const found = boxes()
      const to = found.indexOf(target)
      const from = shiftKey ? found.findIndex(box => keyOf(box) === lastBox) : -1
      const range = from < 0 ? [target] : found.slice(Math.min(from, to), Math.max(from, to) + 1)
      // A person does not see the rows of folded sections.
      for (const box of target.name ? range : found) if (box.offsetParent || !target.checked) check(box, target.checked)
      lastBox = keyOf(target)
      if (shiftKey) getSelection().removeAllRanges()
      showChecks()
    })

    many?.addEventListener('submit', async event => {
      event.preventDefault()
      const { submitter } = event
      if (submitter.name !== 'action') {
        checked.clear()
        refused.clear()
        syncChecks(true)
        return land(table)
      }
      const { value, textContent } = submitter
      const keys = [...checked.keys()].filter(key => checked.get(key).offers.has(value))
      const rows = keys.map(key => checked.get(key).value)
      const key = [value, ...rows].join('\n')
      const earlier = unanswered.get(key)
      if (earlier) return present(earlier, submitter)
      if (opener || isAsking) return
      const say = line('liveOutcome', `${textContent}: `)
      if (isStale) return say('failed', texts.held)
      // Each table and each page has its own token.
      const form = table.querySelector('thead form') ?? many
      const fields = fieldsOf(form, submitter)
      fields.delete('row')
      fields.append('attempt', Math.random())
      for (const row of rows) fields.append('row', row)
      const settle = () => {
        sent = []
        syncChecks()
      }
      const tell = (state, text, refusals) => {
        const list = new Map(Object.entries(refusals ?? {}))
        if (state === 'sent') {
          for (const key of keys) if (!list.has(key)) checked.delete(key)
          refused = list
          settle()
        }
        say(list.size ? 'failed' : state, [text, ...list.values()].join(' '))
      }
      sent = keys
      isAsking = true
      const outcome = await post(form, fields)
      isAsking = false
      if (!outcome?.markup) {
        tell(outcome?.state ?? 'failed', outcome ? outcome.text : texts.unanswered, outcome?.refusals)
        return settle()
      }
      const dialog = question(outcome.markup, submitter, tell, key)
      dialog.addEventListener('close', () => unanswered.has(key) || settle())
    })
    syncChecks(true)

    table.addEventListener('submit', async event => {
      const { target: form, submitter } = event
      const row = submitter?.closest('tr, aside')
      if (event.defaultPrevented || form.getAttribute('method') !== 'post' || !row) return
      event.preventDefault()
      // A row is busy until the answer, and for a moment after it, until the change arrives.
      if (row.ariaBusy) return
      const { value } = submitter
      const earlier = unanswered.get(value)
      if (earlier?.showModal) return present(earlier, submitter)
      const subject = submitter.ariaLabel ?? submitter.textContent
      for (const old of status.querySelectorAll('[data-state=failed]:not(:nth-last-child(-n+2))')) old.remove()
      const sayOutcome = line('liveOutcome', `${subject}: `)
      if (isStale) return sayOutcome('failed', texts.held)
      row.ariaBusy = 'true'
      const timer = setTimeout(sayOutcome, 300, 'sending')
      const before = count
      const fields = earlier ?? fieldsOf(form, submitter)
      if (!earlier) fields.append('attempt', Math.random())
      unanswered.set(value, fields)
      const outcome = await post(form, fields)
      clearTimeout(timer)
      if (outcome) unanswered.delete(value)
      if (outcome?.markup) {
        sayOutcome()
        question(outcome.markup, submitter, sayOutcome)
      } else {
        sayOutcome(outcome?.state ?? 'failed', outcome ? outcome.text : texts.unanswered)
      }
      // The change may still arrive.
      answered.set(row, setTimeout(settle, outcome?.state === 'failed' ? 0 : count > before ? 500 : 5000, row))
      flush()
    })
  }

  for (const table of document.querySelectorAll('table[data-live]')) start(table)
  document.documentElement.dataset.scripted = ''

  // MARK: Controls

  // Shows the answers of the form, and of links to the page, without loading the page. The server alone knows what they mean.
  const startControls = (form, [table, { line, texts, isStale }]) => {
    const say = line('liveControl', '')
    // The newest request, the timer before one, and the field in which the last one was typed.
    let request, timer, typed
    const here = () => location.href.split('#')[0]
    let shown = here()

    // Nothing moves while a button of the mouse is down, so that the click goes where it began.
    let isPressed, resume
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
      listen(type, ({ buttons }) => {
        isPressed = buttons > 0
        // The click follows.
        if (!isPressed) setTimeout(() => resume?.())
      })
    }

    const stop = () => {
      request = request?.abort()
      say()
    }

    // Keeps the table with its address.
    const fail = (how, text) => {
      if (how === 'back') history.pushState(null, '', shown)
      say('failed', text)
    }

    // Shows the answer of an address. The history pushes or replaces its entry, or went back. A person has typed in `field`.
    const go = async (address, how, { isStep, field } = {}) => {
      timer = clearTimeout(timer)
      if (!field) typed = undefined
      stop()
      if (isStale()) return fail(how, texts.held)
      const mine = request = new AbortController()
      const slow = setTimeout(say, 300, 'sending', texts.loading)
      setTimeout(() => mine.abort(), 20000)
      let answer, page
      try {
        answer = await fetch(address, { headers: { Accept: 'text/html', 'Table-Part': '' }, signal: mine.signal })
        page = parsePage(await answer.text())
      } catch {
        // There was no answer.
      }
      clearTimeout(slow)
      if (isPressed) await new Promise(resolve => resume = resolve)
      if (mine !== request) return
      request = undefined
      const active = document.activeElement
      if (!answer?.ok || !page) {
        if (active.form === form) active.ariaInvalid = 'true'
        return fail(how, page?.querySelector('[role=alert]')?.textContent ?? texts.unloaded)
      }
      // A page that asks for a password, for example.
      if (page.documentElement.lang !== document.documentElement.lang || !page.querySelector('table[data-live]')) {
        return location.assign(address)
      }
      document.title = page.title
      // One change for all, so that a click on a row that moves goes where it began.
      change(table, () => {
        const moved = [...table.rows].map(row => row.dataset.row)
        // Parts of another document can't be moved.
        morph(document.body, document.adoptNode(page.body), how === 'back')
        for (const { sync } of tables.values()) sync()
        return moved
      }, true)
      const url = new URL(answer.headers.get('Content-Location') ?? '', answer.url).href
      if (how !== 'back' && url !== shown) history[how + 'State'](null, '', url)
      shown = how === 'back' ? here() : url
      typed = field
      say('shown', [table.caption, ...document.querySelectorAll('.applied li')].map(part => part?.textContent).join('. '))
      if (active !== document.activeElement && document.activeElement === document.body) land(table)
      if (isStep && table.getBoundingClientRect().top < 0) table.scrollIntoView()
    }

    const send = (submitter, field) => {
      const fields = new URLSearchParams(new FormData(form, submitter))
      go(`${form.getAttribute('action')}?${fields}`, field && typed === field ? 'replace' : 'push', { field })
    }

    // The text of a field is one step of the history.
    const type = ({ target, isComposing }) => {
      if (target.form !== form || isComposing || target.type === 'checkbox') return
      clearTimeout(timer)
      timer = setTimeout(send, 250, undefined, target)
    }
    listen('input', type)
    listen('compositionend', type)
    listen('change', ({ target }) => {
      if (target.form === form && (timer || target.type === 'checkbox')) send()
    })
    form.addEventListener('submit', event => {
      if (event.defaultPrevented) return
      event.preventDefault()
      if (form.contains(event.submitter)) close()
      send(event.submitter)
    })
    document.addEventListener('click', event => {
      const link = event.target.closest('a[href]')
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const home = new URL(form.getAttribute('action'), document.baseURI)
      if (link.href.split(/[?#]/)[0] !== home.href || link.hash || link.target || link.download || /[?&]format=/.test(link.search)) return
      event.preventDefault()
      if (event.detail < 2 || link.rel) go(link.href, 'push', { isStep: link.rel })
    })
    addEventListener('popstate', () => {
      // What is typed and not answered goes, also at an equal address.
      if (request || here() !== shown) go(here(), 'back')
    })

    // An open panel closes as a menu does.
    const close = target => {
      for (const menu of form.querySelectorAll('details[open]')) if (!menu.contains(target)) menu.open = false
    }
    listen('pointerdown', ({ target }) => close(target))
    form.addEventListener('keydown', ({ key, target }) => {
      const menu = target.closest('details[open]')
      if (key !== 'Escape' || !menu) return
      menu.open = false
      menu.firstChild.focus()
    })
  }

  const tools = document.querySelector('form.tools')
  if (tools && tables.size) startControls(tools, tables.entries().next().value)
})()
