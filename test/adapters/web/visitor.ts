import type { Told } from '../../../adapters/web/view.ts'
import { type Connection, createConnection, type State } from '../../../console/widget/connection.ts'

export type Shown = Extract<Told, { from: 'visitor' | 'agent' | 'note' }>

/** What a browser keeps. */
export function storage(kept = new Map<string, string>()) {
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

export interface VisitorOptions {
  server: string
  agent: string
  origin: string
  kept?: ReturnType<typeof storage>
  waiting?: ReturnType<typeof storage>
  tokenUrl?: string
  language?: string
}

/** Node's `fetch` as a browser's of a page of that origin, which says so with whatever it asks for. */
export function fetchFrom(origin: string): typeof fetch {
  return (input, init = {}) => fetch(input, { ...init, headers: { ...init.headers, origin } })
}

/** Somebody in front of a page, by the very connection that the page has. */
export function openVisitor({ server, agent, origin, language = 'en', ...options }: VisitorOptions) {
  const told = new Map<string, Told>()
  const heard: Told[] = []
  const states: State[] = []
  const whys: (string | undefined)[] = []
  const failed: string[] = []
  const connection: Connection = createConnection({
    ...{ server, agent, language, tokenUrl: options.tokenUrl, fetch: fetchFrom(origin) },
    ...{ kept: options.kept ?? storage(), waiting: options.waiting ?? storage() },
    onTold(one) {
      heard.push(one)
      if (one.from === 'gone') told.delete(one.id)
      else told.set(one.id, one)
    },
    onBegun: ({ oldest }) => {
      for (const { id, n } of told.values()) if (n < oldest) told.delete(id)
    },
    onState(state, why) {
      states.push(state)
      whys.push(why)
    },
    onSending(_, state, why) {
      if (state === 'failed') failed.push(why ?? '')
    },
  })
  connection.open()
  return {
    connection,
    heard,
    states,
    whys,
    failed,
    shown: (): Shown[] =>
      [...told.values()].filter((one): one is Shown => one.from !== 'status').sort((a, b) => a.n - b.n),
    all: (): Told[] => [...told.values()].sort((a, b) => a.n - b.n),
    /** What they read of the agent and beside it. */
    read: (): string[] =>
      [...told.values()]
        .filter((one): one is Shown => one.from === 'agent' || one.from === 'note')
        .sort((a, b) => a.n - b.n)
        .map(({ text }) => text),
    say(text: string, id: string = crypto.randomUUID()): string {
      connection.say({ id, text })
      return id
    },
  }
}
export type Visitor = ReturnType<typeof openVisitor>
