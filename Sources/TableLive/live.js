// Keeps each table with the attribute data-live up to date, and sends its forms without leaving the page.
(() => {
  'use strict'
  const policy = self.trustedTypes?.createPolicy('table-live', { createHTML: markup => markup })

  const parse = markup => {
    const template = document.createElement('template')
    template.innerHTML = policy ? policy.createHTML(markup) : markup
    return template.content.firstElementChild
  }

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
      else if (mine && !mine.isEqualNode(part)) mine.replaceWith(part)
    }
  }

  // Marks a row for a moment, so that a person notices the change.
  const mark = row => {
    if (!row?.matches('tr') || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    row.animate([{ backgroundColor: 'var(--mark, #ff02)' }, {}], 1500)
  }

  // Fails if the table has another version than the patch.
  const carryOut = (table, { action, part, key, after, html }) => {
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

  // Describes a control and its effect.
  const describe = ({ tagName, href, value, form, textContent }) =>
    [tagName, href, value, form?.elements.payload?.value, textContent].join()

  const focus = node => {
    node?.focus({ preventScroll: true })
    return node && document.activeElement === node
  }

  // Changes the table, and keeps focus, selection, and visible rows: above all the row `aim`, if there is one.
  const keep = (table, change, aim) => {
    const rows = [...table.rows]
    const active = document.activeElement
    const index = rows.findIndex(row => row.contains(active))
    const selection = getSelection()
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
    // If the start of the table is visible, rows may move, except for `aim`.
    const isScrolled = table.getBoundingClientRect().top < 0
    const seen = [...aim ? [aim] : [], ...isScrolled ? rows : []]
      .map(row => [row, row.getBoundingClientRect()])
      .filter(([row, { top, bottom }]) => bottom > 0 && top < innerHeight && !row.closest('thead'))

    const moved = change()

    const still = seen.find(([row]) => row === aim ? row.isConnected : row.isConnected && !moved.has(row.dataset.row))
    if (still) scrollBy({ top: still[0].getBoundingClientRect().top - still[1].top, behavior: 'instant' })

    if (table.contains(anchorNode) && table.contains(focusNode)
      && (selection.anchorNode !== anchorNode || selection.focusNode !== focusNode)) {
      try {
        selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
      } catch { /* A part of it is gone. */ }
    }

    if (index < 0 || document.activeElement === active || active.isConnected && focus(active)) return
    // Focus the same control of the same row, which may be in another section now. Otherwise focus the row at
    // its index, where a key that is still held has no effect.
    const row = rows[index]
    const id = row.dataset.row?.replace(/^[^/]*/, '')
    const same = row.isConnected
      ? row
      : [...table.rows].find(other => id && other.dataset.row?.endsWith(id) && !rows.includes(other))
    const controls = [...same?.querySelectorAll(active.tagName) ?? []]
    if (focus(controls.find(control => describe(control) === describe(active)))) return
    const near = same ?? [...rows.slice(index), ...rows.slice(0, index).reverse(), table].find(node => node.isConnected)
    near.tabIndex = -1
    near.addEventListener('blur', () => near.removeAttribute('tabindex'), { once: true })
    focus(near)
  }

  // MARK: Pointers

  // Returns a function that changes a table while no click can go wrong.
  //
  // While a mouse is over the controls of a row, changes wait for up to two seconds. The page then scrolls so that the
  // row stays under the mouse. Where a control has moved nevertheless, clicks do nothing for 400 ms. The second click
  // of a double click never does anything. Fingers have no position before they touch, so for ten seconds after a
  // touch, changes come only every two seconds.
  const protect = table => {
    const waiting = []
    let waitTimer
    // The controls that changes have moved lately, with the times.
    const moves = new Map()
    // The position of the pointer; none if it is outside.
    let x, y
    // The control and the row under the pointer, and the time at which the pointer came to the control by itself.
    let control, row, arrived = 0
    let used = -Infinity
    let press = { at: -Infinity }
    let heldTimer
    // The scroll position before the page followed a row, and the position after.
    let home, away

    const controlAt = node => {
      const found = node?.closest?.('button, a')
      return table.contains(found) && found.closest('[data-row]') ? found : undefined
    }
    const nameOf = control => control && `${control.closest('tr').dataset.row} ${describe(control)}`
    const isUsed = () => performance.now() - used < 10000

    const look = node => {
      control = controlAt(node)
      const cell = node?.closest?.('td, th')
      row = table.contains(cell) && cell.querySelector('button, a') ? cell.closest('[data-row]') : undefined
    }

    // The positions of the visible controls.
    const places = () => {
      const places = new Map()
      for (const control of table.querySelectorAll('[data-row] :is(button, a)')) {
        const place = control.getBoundingClientRect()
        if (place.bottom > 0 && place.top < innerHeight) places.set(nameOf(control), place)
      }
      return places
    }

    // Shows for a moment that clicks do nothing.
    const hold = () => {
      table.dataset.held = ''
      clearTimeout(heldTimer)
      heldTimer = setTimeout(() => delete table.dataset.held, 400)
    }

    // Makes the changes that wait.
    const flush = () => {
      waitTimer = clearTimeout(waitTimer)
      const changes = waiting.splice(0)
      // A row that is busy must show its outcome.
      const aim = row?.isConnected && !row.ariaBusy && isUsed() ? row : undefined
      const top = scrollY
      if (top !== away) home = undefined
      const returns = !aim && home !== undefined
      if (!changes.length && !returns) return
      const before = places()
      const old = nameOf(control)
      const isAtTop = table.getBoundingClientRect().top >= 0
      keep(table, () => new Set(changes.flatMap(change => [...change()])), aim)
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
      if (moves.get(name) === now) hold()
    }

    const point = event => {
      const old = control
      look(event.target)
      // The browser also reports controls that come under a resting mouse. The mouse did not go there.
      if (event.clientX !== x || event.clientY !== y) {
        x = event.clientX
        y = event.clientY
        used = performance.now()
        if (control !== old) arrived = used
      }
      if (!row && !press.isTouch) flush()
    }

    const listen = (target, type, listener) => target.addEventListener(type, listener, true)
    listen(document, 'pointermove', point)
    listen(document, 'pointerover', point)
    listen(document, 'pointerleave', event => {
      // A finger leaves before its click.
      if (event.pointerType === 'touch' || event.target !== document.documentElement) return
      x = undefined
      look()
      flush()
    })
    listen(document, 'pointerdown', event => {
      point(event)
      used = performance.now()
      const { clientX, clientY, pointerType } = event
      const isTouch = pointerType === 'touch'
      if (isTouch) arrived = 0
      const isSecond = used - press.at < 400 && Math.hypot(clientX - press.clientX, clientY - press.clientY) < 10
      press = { at: used, isTouch, isSecond, clientX, clientY }
    })
    listen(table, 'click', event => {
      const clicked = controlAt(event.target)
      // The click of a key or of a program has no count.
      if (!clicked || !event.detail) return
      const moved = moves.get(nameOf(clicked))
      const hasMoved = moved >= arrived && press.at - moved < (press.isTouch ? 300 : 400)
      if (hasMoved) hold()
      if (hasMoved || press.isSecond || event.detail > 1) event.preventDefault()
    })
    listen(table, 'keydown', event => {
      // A key that is held must not act on the next control that gets the focus.
      const isClick = event.key === 'Enter' || event.key === ' '
      if (event.repeat && isClick && controlAt(event.target)) event.preventDefault()
    })

    // Makes a change now or soon.
    const change = (body, isUrgent) => {
      waiting.push(body)
      const isBusy = table.querySelector('[aria-busy]')
      const isAimed = row?.isConnected && !row.ariaBusy
      if (!isUrgent && isUsed() && (isAimed || press.isTouch && !isBusy)) waitTimer ??= setTimeout(flush, 2000)
      else flush()
    }
    return { change, flush }
  }

  // MARK: Messages

  const start = table => {
    const address = new URL(table.dataset.live, document.baseURI)
    const name = `table-live ${address}`
    const status = document.querySelector('[data-live-status]')
      ?? table.parentNode.insertBefore(document.createElement('div'), table)
    status.setAttribute('role', 'status')
    const texts = {
      stale: 'The connection is lost. This table may be out of date.',
      fresh: 'This table is up to date again.',
      sending: 'Sending …',
      sent: 'Done.',
      held: 'This was not sent, because the table may be out of date.',
      unsent: 'This could not be sent. Try again.',
      unanswered: 'There was no answer, so this may have been done. Check before you try again.',
      ...status.dataset,
    }
    // Returns a function that shows a state in a line of its own. The texts of good news go after a while.
    const line = name => {
      const line = status.appendChild(document.createElement('span'))
      let timer
      return (state, text = texts[state] ?? '') => {
        status.dataset[name] = state
        line.textContent = text
        clearTimeout(timer)
        if (state === 'fresh' || state === 'sent') timer = setTimeout(() => line.textContent = '', 6000)
      }
    }
    const say = line('liveStatus')
    const sayOutcome = line('liveOutcome')
    const { change, flush } = protect(table)

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

    const apply = ({ id: version, kind, data }) => {
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
      return moved
    }

    // A whole table comes after a break, and must not wait.
    const take = message => {
      id = message.id
      change(() => apply(message), message.kind === 'table')
    }

    const close = () => {
      stream?.close()
      stream = undefined
      clearTimeout(streamTimer)
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

    const open = () => {
      close()
      address.searchParams.set('after', id)
      stream = new EventSource(address)
      expect(10000)
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
      stream.addEventListener('heartbeat', () => expect(2.5 * heartbeat))
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
      else if (id && !stream) open()
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

    // MARK: Forms

    table.addEventListener('submit', async event => {
      const { target: form, submitter } = event
      if (event.defaultPrevented || form.method !== 'post') return
      event.preventDefault()
      // A row is busy until the answer, and for a moment after it, until the change arrives.
      const row = form.closest('tr') ?? form
      if (row.ariaBusy) return
      if (isStale) return sayOutcome('failed', texts.held)
      row.ariaBusy = 'true'
      const name = submitter?.ariaLabel ?? submitter?.textContent ?? ''
      const timer = setTimeout(sayOutcome, 300, 'sending', `${name}: ${texts.sending}`)
      const fields = new URLSearchParams(new FormData(form))
      if (submitter?.name) fields.append(submitter.name, submitter.value)
      let rest = 0
      try {
        const answer = await fetch(form.getAttribute('action'), {
          method: 'POST', body: fields, headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(10000),
        })
        if (answer.ok) {
          rest = 500
          sayOutcome('sent', `${name}: ${texts.sent}`)
        } else {
          const reason = await answer.json().catch(() => {})
          sayOutcome('failed', reason?.message ?? `${answer.status} ${answer.statusText}`)
          // The forms may be outdated.
          if (answer.status === 403) {
            id = ''
            open()
          }
        }
      } catch ({ name }) {
        sayOutcome('failed', name === 'TimeoutError' ? texts.unanswered : texts.unsent)
      }
      clearTimeout(timer)
      setTimeout(() => row.ariaBusy = null, rest)
      flush()
    })
  }

  for (const table of document.querySelectorAll('table[data-live]')) start(table)
})()
