import type { Begun, Sending, ShownFile, Told } from '../../adapters/web/view.ts'
import { createOutbox, type OutboxParts } from './outbox.ts'
import { createPauses, delayOf, untilLookedAt } from './pauses.ts'
import { answered, passes, waitOf } from './problem.ts'
import { createTokens, type Kept } from './tokens.ts'

/** How the page is with the server. `refused`: it is tried again when the page is looked at again; `why` says so. */
export type State = 'connecting' | 'open' | 'lost' | 'refused'

export interface ConnectionParts {
  /** Of Parley, without a path: `https://chat.example.com`. */
  server: string
  agent: string
  /** Of the site's server, which makes tokens; without one the visitor is nobody in particular. */
  tokenUrl: string | undefined
  language: string
  /** The browser's. */
  fetch: typeof fetch
  /** Of this browser: who a visitor without a name was. */
  kept: Kept
  /** Of this window: what was not sent yet. */
  waiting: Kept
  onTold(told: Told): void
  onBegun(begun: Begun): void
  onState(state: State, why?: string): void
  onSending: OutboxParts['onSending']
}

/** The server says every 15 s that it is there. */
const silenceMs = 40_000
/** A stream that held for so long ended for its own reasons: a restart, or a token that has expired. */
const heldMs = 5000
/** What a press or the like is tried. */
const mostTries = 5

export type Connection = ReturnType<typeof createConnection>

/** What the page says goes out once and in order, and what it hears goes on where it was, through whatever comes between. */
export function createConnection(parts: ConnectionParts) {
  const { server, agent, language, fetch, waiting, onTold, onBegun, onState, onSending } = parts
  const tokens = createTokens(parts)
  const { pause, hurry } = createPauses()
  let last = ''
  let isOver = false
  let reading: AbortController | undefined

  /** A token may be refused before its time, when the server's key was changed: then another one is asked for, once. */
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    for (let isAgain = false; ; isAgain = true) {
      const headers = { 'accept-language': language, ...init.headers, authorization: `Bearer ${await tokens.now()}` }
      const response = await fetch(`${server}/web/${path}`, { ...init, headers })
      if (response.status !== 401 || isAgain) return answered(response)
      tokens.drop()
    }
  }

  const post = (path: string, body: object): Promise<Response> =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  async function tell(path: string, body: object): Promise<Response> {
    for (let tries = 0; ; tries++) {
      try {
        return await post(path, body)
      } catch (error) {
        if (!passes(error) || tries >= mostTries || isOver) throw error
        await pause(Math.max(waitOf(error), delayOf(tries)))
      }
    }
  }

  const outbox = createOutbox({
    name: `parley:${server}:${agent}:unsent`,
    ...{ waiting, pause, onSending, isOver: () => isOver },
    post: (sending) => post('messages', sending),
  })

  function hear(event: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(event)?.[1]
    const data = field('data')
    if (data === undefined) return
    last = field('id') ?? last
    if (field('event') === 'begin') onBegun(JSON.parse(data))
    else onTold(JSON.parse(data))
  }

  /** Until the stream ends, however it does. */
  async function readOnce(): Promise<void> {
    const abort = new AbortController()
    reading = abort
    let silent = setTimeout(() => abort.abort(), silenceMs)
    try {
      const headers = { accept: 'text/event-stream', ...(last && { 'last-event-id': last }) }
      const response = await call('events', { headers, signal: abort.signal, cache: 'no-store' })
      onState('open')
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let rest = ''
      for (let one = await reader.read(); !one.done; one = await reader.read()) {
        clearTimeout(silent)
        silent = setTimeout(() => abort.abort(), silenceMs)
        const events = (rest + one.value).split('\n\n')
        rest = events.pop()!
        for (const event of events) hear(event)
      }
    } finally {
      clearTimeout(silent)
    }
  }

  async function read(): Promise<void> {
    for (let tries = 0; !isOver; tries++) {
      const begun = Date.now()
      const error = await readOnce().catch((why: Error) => why)
      if (isOver) return
      if (error && !passes(error)) {
        onState('refused', error.message)
        await pause(untilLookedAt)
        continue
      }
      if (Date.now() - begun > heldMs) tries = 0
      if (tries > 0) onState('lost')
      await pause(Math.max(waitOf(error), delayOf(tries)))
    }
  }

  return {
    open(): void {
      onState('connecting')
      outbox.begin()
      void read()
    },
    /** There is a network again, or the page is looked at again. */
    hurry,
    close(): void {
      isOver = true
      reading?.abort()
      hurry()
    },
    say: (sending: Sending): void => outbox.add(sending),
    press: (replyId: string, index: number) => tell('presses', { id: crypto.randomUUID(), replyId, index }),
    vote: (feedbackId: string, good: boolean) => tell('votes', { feedbackId, good }),
    stop: () => tell('stop', {}),
    /** What may be said to begin with. */
    async begin(): Promise<string[]> {
      return ((await (await tell('open', {})).json()) as { prompts: string[] }).prompts
    },
    async upload(file: Blob, name: string): Promise<ShownFile> {
      const headers = { 'content-type': file.type || 'application/octet-stream' }
      const query = new URLSearchParams({ name })
      return (await call(`files?${query}`, { method: 'POST', headers, body: file })).json() as Promise<ShownFile>
    },
    async file(id: string): Promise<Blob> {
      return (await call(`file?${new URLSearchParams({ id })}`)).blob()
    },
  }
}
