import type { Doing, Sending, Told } from '../../adapters/web/view.ts'
import { createComposer } from './composer.ts'
import { type Connection, createConnection, type State } from './connection.ts'
import { el, icon } from './dom.ts'
import { createLog } from './log.ts'
import { style } from './style.ts'
import { type Words, wordsOf } from './words.ts'

/** Constructed ones stand under no Content-Security-Policy for styles. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/** Where this script came from. */
const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''

/** Browsers may keep nothing for a page, and say so by throwing. */
function kept(of: () => Storage) {
  const memory = new Map<string, string>()
  const safely = <T>(act: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return act(of())
    } catch {
      return otherwise()
    }
  }
  return {
    getItem: (name: string) =>
      safely(
        (one) => one.getItem(name),
        () => memory.get(name) ?? null,
      ),
    setItem: (name: string, value: string) =>
      safely(
        (one) => one.setItem(name, value),
        () => void memory.set(name, value),
      ),
    removeItem: (name: string) =>
      safely(
        (one) => one.removeItem(name),
        () => void memory.delete(name),
      ),
  }
}

/**
 * `<parley-chat agent="…" token-url="…">`: a conversation with an agent where it stands. With `launcher` it is a button in the corner
 * that opens one.
 */
export class ParleyChat extends HTMLElement {
  #connection: Connection | undefined
  #end = new AbortController()

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    this.#end = new AbortController()
    root.replaceChildren(...this.#build(this.hasAttribute('launcher')))
  }

  disconnectedCallback(): void {
    this.#end.abort()
    this.#connection?.close()
    this.#connection = undefined
  }

  #build(isLauncher: boolean): HTMLElement[] {
    const language = this.#language()
    const words = wordsOf(language)
    const title = this.getAttribute('heading') ?? words.title
    const chat = this.#chat(words, language)
    const close = el(
      'button',
      { type: 'button', class: 'plain', 'aria-label': words.close, title: words.close },
      icon('close'),
    )
    const header = el('header', {}, el('h2', {}, title), isLauncher && close)
    const look = {
      class: 'panel',
      role: isLauncher ? 'dialog' : 'region',
      'aria-label': title,
      lang: language,
    } as const
    const panel = el('section', look, header, ...chat.parts)
    panel.hidden = isLauncher
    if (!isLauncher) {
      chat.open()
      return [panel]
    }
    const launch = el(
      'button',
      { type: 'button', class: 'launch', 'aria-label': words.open, 'aria-expanded': 'false' },
      icon('chat'),
    )
    this.#launcher({ launch, close, panel, ...chat })
    return [panel, launch]
  }

  /** A button that opens it and closes it again; on a small screen it is all there is, and keeps the focus. */
  #launcher({ launch, close, panel, open, focus, onNews }: LauncherParts): void {
    const windows = kept(() => sessionStorage)
    const name = `parley:${this.#server()}:${this.getAttribute('agent')}:open`
    const small = matchMedia('(max-width: 30rem)')
    const show = (isOpen: boolean, isByHand: boolean) => {
      panel.hidden = !isOpen
      this.toggleAttribute('open', isOpen)
      launch.setAttribute('aria-expanded', String(isOpen))
      if (isOpen && small.matches) panel.setAttribute('aria-modal', 'true')
      else panel.removeAttribute('aria-modal')
      if (isOpen) {
        launch.replaceChildren(icon('chat'))
        windows.setItem(name, '1')
        open()
      } else windows.removeItem(name)
      if (isByHand) (isOpen ? focus : () => launch.focus())()
    }
    launch.addEventListener('click', () => show(panel.hidden !== false, true))
    close.addEventListener('click', () => show(false, true))
    panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.isComposing) show(false, true)
      if (event.key === 'Tab' && small.matches) keepFocus(panel, this.shadowRoot!, event)
    })
    onNews(() => {
      if (panel.hidden) launch.replaceChildren(icon('chat'), el('span', { class: 'unread' }))
    })
    if (windows.getItem(name)) show(true, false)
  }

  #chat(words: Words, language: string) {
    const state = el('div', { class: 'state', role: 'status' })
    const doing = el('div', { class: 'doing' })
    const log = createLog(words, {
      press: (id, index) =>
        this.#connection!.press(id, index).then(
          () => true,
          (error) => {
            complain(error)
            return false
          },
        ),
      vote: (id, good) => void this.#connection?.vote(id, good).catch(complain),
      file: (id) => this.#connection!.file(id),
    })
    const hints = el('div', { class: 'options message' })
    const composer = createComposer({
      words,
      upload: (file, name) => this.#connection!.upload(file, name),
      send,
      stop: () => void this.#connection?.stop().catch(complain),
      tell,
    })
    /** Until all is told that stood there, nothing of it is news. */
    let isOld = true
    let onNews = () => {}
    const connectionOf = () => this.#connection

    function tell(text: string): void {
      state.textContent = text
      state.classList.add('bad')
    }
    function complain(error: Error): void {
      tell(error.message)
    }
    function send(text: string, files: string[] = []): void {
      hints.remove()
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      connectionOf()?.say({ id: crypto.randomUUID(), text, files, ...(timeZone && { timeZone }) })
    }
    function onSending({ id, text }: Sending, how: 'waiting' | 'failed', why = ''): void {
      const isBad = how === 'failed'
      log.pending(`said-${id}`, text, { text: isBad ? words.failed(why) : words.waiting, isBad })
    }
    function onState(now: State, why = ''): void {
      state.classList.toggle('bad', now === 'refused')
      state.textContent = { connecting: words.connecting, open: '', lost: words.lost, refused: words.refused(why) }[now]
    }
    function does(what: Doing['doing']): void {
      doing.textContent = what === 'idle' ? '' : words.doing[what]
      composer.answering(what !== 'idle')
      if (what === 'idle') log.over()
    }
    function onTold(told: Told): void {
      if (told.from === 'status') return does(told.doing)
      log.tell(told, !isOld)
      if (!isOld && told.from !== 'visitor' && told.from !== 'gone') onNews()
    }
    async function offer(): Promise<void> {
      const prompts = (await connectionOf()?.begin()) ?? []
      if (log.last()?.from === 'visitor') return
      hints.replaceChildren(
        ...prompts.map((prompt) => {
          const button = el('button', { type: 'button' }, prompt)
          button.addEventListener('click', () => send(prompt))
          return button
        }),
      )
      if (prompts.length > 0) log.box.append(hints)
    }

    const open = () => {
      if (this.#connection) return
      const connection = createConnection({
        ...{ server: this.#server(), agent: this.getAttribute('agent') ?? '', language },
        tokenUrl: this.getAttribute('token-url') ?? undefined,
        ...{
          fetch: (...given) => fetch(...given),
          kept: kept(() => localStorage),
          waiting: kept(() => sessionStorage),
        },
        onTold,
        onBegun({ oldest }) {
          log.dropBefore(oldest)
          setTimeout(() => {
            isOld = false
            log.toEnd()
          })
          if (oldest === Number.MAX_SAFE_INTEGER && log.isEmpty()) void offer().catch(complain)
        },
        ...{ onState, onSending },
      })
      this.#connection = connection
      const { signal } = this.#end
      const hurry = () => document.visibilityState === 'visible' && connection.hurry()
      window.addEventListener('online', hurry, { signal })
      document.addEventListener('visibilitychange', hurry, { signal })
      connection.open()
    }
    return {
      open,
      focus: composer.focus,
      onNews: (hear: () => void) => {
        onNews = hear
      },
      parts: [state, log.box, doing, log.quiet, composer.form],
    }
  }

  #language(): string {
    const own = this.closest('[lang]')?.getAttribute('lang')
    return own || document.documentElement.lang || navigator.language || 'en'
  }

  #server(): string {
    return new URL(this.getAttribute('server') ?? source, location.href).origin
  }
}

interface LauncherParts {
  launch: HTMLElement
  close: HTMLElement
  panel: HTMLElement
  open(): void
  focus(): void
  onNews(hear: () => void): void
}

function keepFocus(panel: HTMLElement, root: ShadowRoot, event: KeyboardEvent): void {
  const all = [
    ...panel.querySelectorAll<HTMLElement>('button:not(:disabled), textarea, a[href], [tabindex="0"]'),
  ].filter((one) => one.offsetParent !== null)
  const [first, last] = [all[0], all.at(-1)]
  const from = event.shiftKey ? first : last
  if (root.activeElement !== from) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
