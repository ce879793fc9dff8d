// Keeps each table that has the attribute data-live as it is on the server, and sends its forms without leaving the page.
//
// The attribute is the address of the messages; data-version is the version that the page has. What the person should know is
// told in the element with the attribute data-live-status, whose value is then "stale", "fresh", "failed", or empty. It may have
// the texts as data-stale, data-fresh, and data-unsent. If there is none, a paragraph is put before the table. An answer to a form
// that is no success says why in the member "message" of a JSON object. The page works without this script, too.
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

  // Puts a part before another one; where the browser can, a part that moves keeps the focus.
  const put = (parent, part, next) =>
    part.isConnected && parent.moveBefore ? parent.moveBefore(part, next) : parent.insertBefore(part, next)

  // Makes a row equal to another one, and keeps the cells that are.
  const updateRow = (row, fresh) => {
    while (row.cells.length > fresh.cells.length) row.lastElementChild.remove()
    for (const [index, cell] of [...fresh.cells].entries()) {
      const old = row.cells[index]
      if (!old) row.append(cell)
      else if (!old.isEqualNode(cell)) old.replaceWith(cell)
    }
  }

  // Makes a table, or a section of one, equal to another one, and keeps the parts that have the same key.
  const update = (old, fresh) => {
    const name = part => part.tagName + (part.dataset.section ?? part.dataset.row ?? part.className)
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
      if (!mine) continue
      if (part.tagName === 'TR') updateRow(mine, part)
      else if (/^T(HEAD|BODY|FOOT)$/.test(part.tagName)) update(mine, part)
      else if (!mine.isEqualNode(part)) mine.replaceWith(part)
    }
  }

  // Carries out a patch; fails where the table is not the one that the patch is for.
  const carryOut = (table, { action, part, key, after, html }) => {
    const section = part === 'section' ? table : find(table, 'section', part === 'row' ? key.slice(0, key.indexOf('/')) : key)
    const old = find(section, part, key)
    if (part === 'head' || part === 'foot') {
      if (action === 'remove') old?.remove()
      else if (old) updateRow(old, parse(html))
      else section[part === 'head' ? 'prepend' : 'append'](parse(html))
    } else if (action === 'remove') {
      old.remove()
    } else if (action === 'replace') {
      updateRow(old, parse(html))
    } else {
      const first = section.querySelector(part === 'section' ? '[data-section]' : ':scope > :not([data-head])')
      const next = after === undefined ? first : find(section, part, after).nextElementSibling
      put(section, action === 'move' ? old : parse(html), next)
    }
  }

  // MARK: What the person has

  // Changes the table, and keeps the focus, the selection, and what is seen where it is.
  const keep = (table, change) => {
    const active = table.contains(document.activeElement) ? document.activeElement : null
    const row = active?.closest('tr')
    const rows = row ? [...table.rows] : []
    const selection = getSelection()
    const selected = [selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset]
    // The browser's own way knows nothing of rows that move; rows in sight do not when the table begins in sight.
    table.style.overflowAnchor = 'none'
    const marks = table.getBoundingClientRect().top < 0
      ? [...table.rows].map(row => [row, row.getBoundingClientRect().top]).filter(([row, top]) => top + row.offsetHeight > 0 && top < innerHeight)
      : []

    const moved = change()

    const [mark, top] = marks.find(([row]) => row.isConnected && !moved.has(row.dataset.row) && row.parentNode.tagName !== 'THEAD') ?? []
    if (mark) scrollBy({ top: mark.getBoundingClientRect().top - top, behavior: 'instant' })

    if (table.contains(selected[0]) && table.contains(selected[2])
      && (selection.anchorNode !== selected[0] || selection.focusNode !== selected[2])) {
      selection.setBaseAndExtent(...selected)
    }

    if (!active || document.activeElement === active) return
    const focus = node => {
      node?.focus({ preventScroll: true })
      return node && document.activeElement === node
    }
    if (active.isConnected && focus(active)) return
    // The same control of the same row, which may be in another section now; else the row that is there now, and no control
    // of it, so that a key which is still held does nothing.
    const id = row.dataset.row?.replace(/^[^/]*/, '')
    const same = [...table.rows].find(other => other === row || (id && other.dataset.row?.endsWith(id)))
    const controls = [...same?.querySelectorAll(active.tagName) ?? []]
    const isLike = name => control => control.getAttribute(name) === active.getAttribute(name)
    if (focus(controls.filter(isLike('name')).filter(isLike('href')).find(isLike('value')))) return
    const index = rows.indexOf(row)
    const near = [...rows.slice(index), ...rows.slice(0, index).reverse(), table].find(node => node.isConnected)
    near.tabIndex = -1
    near.addEventListener('blur', () => near.removeAttribute('tabindex'), { once: true })
    focus(near)
  }

  // MARK: Messages

  const start = table => {
    const address = new URL(table.dataset.live, document.baseURI)
    const name = `table-live ${address}`
    const status = document.querySelector('[data-live-status]') ?? document.createElement('p')
    if (!status.isConnected) {
      status.setAttribute('role', 'status')
      table.before(status)
    }
    const say = (state, text) => {
      status.dataset.liveStatus = state
      status.textContent = text
    }

    // The version that the table has, and that of the last message of the page's own stream.
    let id = table.dataset.version
    let streamed
    // One page of the browser has a stream and passes on what arrives, since browsers limit the connections to a server. The
    // others have one only until they have the version that they heard of.
    let stream, channel, release, isLeading, isAlone, heard
    let isStale = false
    let failures = 0
    let staleTimer, retryTimer, answerTimer

    const close = () => {
      stream?.close()
      stream = undefined
      clearTimeout(retryTimer)
    }

    const setStale = value => {
      clearTimeout(staleTimer)
      if (value === isStale) return
      staleTimer = setTimeout(() => {
        isStale = value
        if (value) say('stale', status.dataset.stale ?? 'The connection is lost. This table may be out of date.')
        else say('fresh', status.dataset.fresh ?? 'This table is up to date again.')
        tell()
      }, value ? 2000 : 0)
    }

    const tell = message => {
      if (isLeading) channel?.postMessage({ id, isStale, ...message })
    }

    const take = ({ id: version, kind, data }) => {
      keep(table, () => {
        if (kind === 'table') {
          update(table, parse(data))
          return new Set()
        }
        const patches = JSON.parse(data)
        for (const patch of patches) carryOut(table, patch)
        return new Set(patches.filter(patch => patch.action !== 'replace').map(patch => patch.key))
      })
      table.dataset.version = id = version
    }

    const retry = () => {
      close()
      retryTimer = setTimeout(open, Math.min(30000, 1000 * 2 ** failures++) * (0.5 + Math.random()))
    }

    const receive = message => {
      if (message.kind === 'patches' && streamed !== id) return open()
      const from = id
      try {
        take(message)
      } catch {
        // The table is not the one that it should be: ask for all of it.
        id = ''
        return retry()
      }
      streamed = id
      tell({ ...message, from })
      settle()
    }

    const settle = () => {
      if (!isLeading && !isAlone && id === heard) close()
    }

    const open = () => {
      close()
      streamed = id
      address.searchParams.set('after', id)
      const mine = stream = new EventSource(address)
      stream.onopen = () => {
        failures = 0
        setStale(false)
      }
      stream.onerror = () => {
        if (mine !== stream) return
        setStale(true)
        // The browser tries once by itself, after the time that the server has asked for.
        if (stream.readyState === EventSource.CLOSED || failures > 0) retry()
        else failures = 1
      }
      for (const kind of ['table', 'patches']) {
        stream.addEventListener(kind, event => {
          if (mine === stream) receive({ id: event.lastEventId, kind, data: event.data })
        })
      }
    }

    // Goes on with a stream, or asks the page that has one.
    const awake = () => {
      if (isLeading || isAlone) return open()
      channel?.postMessage({})
      clearTimeout(answerTimer)
      answerTimer = setTimeout(() => {
        isAlone = true
        if (!stream) open()
      }, 3000)
    }

    const hear = ({ data: message }) => {
      if (message.id === undefined) return tell()
      clearTimeout(answerTimer)
      if (isLeading) return
      isAlone = false
      heard = message.id
      setStale(message.isStale)
      if (!stream && message.kind && (message.kind === 'table' || message.from === id)) {
        try {
          take(message)
        } catch {
          id = ''
        }
      }
      if (id === heard) close()
      else if (!stream) open()
    }

    const lead = () => new Promise(resolve => {
      isLeading = true
      clearTimeout(answerTimer)
      release = resolve
      open()
    })

    const begin = () => {
      if (!navigator.locks || !self.BroadcastChannel) return lead()
      channel = new BroadcastChannel(name)
      channel.onmessage = hear
      const abort = new AbortController()
      release = () => abort.abort()
      navigator.locks.request(name, { signal: abort.signal }, lead).catch(() => {})
      awake()
    }

    const end = () => {
      close()
      clearTimeout(staleTimer)
      clearTimeout(answerTimer)
      isLeading = isAlone = false
      channel?.close()
      release?.()
    }

    addEventListener('pagehide', end)
    addEventListener('pageshow', event => event.persisted && begin())
    addEventListener('online', awake)
    document.addEventListener('resume', awake)
    let hidden = 0
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) hidden = Date.now()
      else if (Date.now() - hidden > 30000) awake()
    })
    begin()

    // MARK: Forms

    const sending = new WeakSet()
    table.addEventListener('submit', async event => {
      const form = event.target
      event.preventDefault()
      if (sending.has(form)) return
      sending.add(form)
      const fields = new URLSearchParams(new FormData(form))
      if (event.submitter?.name) fields.append(event.submitter.name, event.submitter.value)
      try {
        const answer = await fetch(form.getAttribute('action'), {
          method: 'POST', body: fields, headers: { Accept: 'application/json' },
        })
        const reason = answer.ok ? '' : (await answer.json().catch(() => ({}))).message
        say(answer.ok ? '' : 'failed', reason ?? `${answer.status} ${answer.statusText}`)
      } catch {
        say('failed', status.dataset.unsent ?? 'This could not be sent. Try again.')
      }
      sending.delete(form)
    })
  }

  for (const table of document.querySelectorAll('table[data-live]')) start(table)
})()
