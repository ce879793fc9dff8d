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
    } else {
      const first = section.querySelector(part === 'section' ? '[data-section],tfoot' : 'tr:not([data-head])')
      const next = after === undefined ? first : find(section, part, after).nextElementSibling
      put(section, action === 'move' ? old : parse(html), next)
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

  // Changes the table, and keeps focus, selection, and visible rows.
  const keep = (table, change) => {
    const rows = [...table.rows]
    const active = document.activeElement
    const index = rows.findIndex(row => row.contains(active))
    const selection = getSelection()
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
    // If the start of the table is visible, rows may move.
    const seen = table.getBoundingClientRect().top < 0
      ? rows.map(row => [row, row.getBoundingClientRect()])
        .filter(([row, { top, bottom }]) => bottom > 0 && top < innerHeight && !row.closest('thead'))
      : []

    const moved = change()

    const mark = seen.find(([row]) => row.isConnected && !moved.has(row.dataset.row))
    if (mark) scrollBy({ top: mark[0].getBoundingClientRect().top - mark[1].top, behavior: 'instant' })

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

  // MARK: Messages

  const start = table => {
    const address = new URL(table.dataset.live, document.baseURI)
    const name = `table-live ${address}`
    const status = document.querySelector('[data-live-status]')
      ?? table.parentNode.insertBefore(document.createElement('p'), table)
    status.setAttribute('role', 'status')
    const texts = {
      stale: 'The connection is lost. This table may be out of date.',
      fresh: 'This table is up to date again.',
      unsent: 'This could not be sent. Try again.',
      ...status.dataset,
    }
    const say = (state, text = texts[state]) => {
      status.dataset.liveStatus = state
      status.textContent = text
    }

    // The version; empty if the page needs the whole table.
    let id = table.dataset.version ?? ''
    // Browsers limit the connections to a server, so one page leads: it has a stream and passes messages to
    // the other pages. Another page has a stream only until it has the announced version, or while no page
    // leads. A hidden page has a stream only briefly.
    let stream, channel, release, isLeading, heard
    let isStale = false
    let failures = 0
    let staleTimer, streamTimer, answerTimer
    let awake = Date.now()

    const tell = message => {
      if (isLeading) channel?.postMessage({ id, isStale, isHidden: document.hidden, ...message })
    }

    const setStale = value => {
      staleTimer = clearTimeout(staleTimer)
      if (value === isStale) return
      isStale = value
      if (status.dataset.liveStatus !== 'failed') say(value ? 'stale' : 'fresh')
      tell()
    }

    const take = message => {
      id = message.id
      keep(table, () => {
        const moved = new Set()
        try {
          if (message.kind === 'table') update(table, parse(message.data))
          else for (const patch of JSON.parse(message.data)) {
            carryOut(table, patch)
            if (patch.action === 'move') moved.add(patch.key)
          }
        } catch {
          // The table has another version.
          id = ''
        }
        return moved
      })
      table.dataset.version = id
    }

    const close = () => {
      stream?.close()
      stream = undefined
      clearTimeout(streamTimer)
    }

    const retry = () => {
      close()
      streamTimer = setTimeout(open, Math.min(30000, 500 * 2 ** failures) * (0.5 + Math.random()))
    }

    const receive = ({ type: kind, lastEventId, data }) => {
      const message = { id: lastEventId, from: id, kind, data }
      take(message)
      if (!id) return retry()
      tell(message)
      if (id === heard) close()
    }

    const open = () => {
      close()
      address.searchParams.set('after', id)
      stream = new EventSource(address)
      stream.onopen = () => {
        failures = 0
        setStale(false)
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
      else if (!stream) open()
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

    const sending = new WeakSet()
    table.addEventListener('submit', async event => {
      const form = event.target
      if (event.defaultPrevented || form.method !== 'post') return
      event.preventDefault()
      if (sending.has(form)) return
      sending.add(form)
      const fields = new URLSearchParams(new FormData(form))
      if (event.submitter?.name) fields.append(event.submitter.name, event.submitter.value)
      try {
        const answer = await fetch(form.getAttribute('action'), {
          method: 'POST', body: fields, headers: { Accept: 'application/json' },
        })
        if (!answer.ok) {
          const reason = await answer.json().catch(() => {})
          say('failed', reason?.message ?? `${answer.status} ${answer.statusText}`)
          // The forms may be outdated.
          if (answer.status === 403) {
            id = ''
            open()
          }
        } else if (status.dataset.liveStatus === 'failed') {
          say(isStale ? 'stale' : '')
        }
      } catch {
        say('failed', texts.unsent)
      }
      sending.delete(form)
    })
  }

  for (const table of document.querySelectorAll('table[data-live]')) start(table)
})()
