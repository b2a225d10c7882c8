import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Refresh } from './access.ts'
import type { Installed } from './installed.ts'
import type { Bot } from './told.ts'

/** Another process may have installed the app, or heard that it was removed. */
const LOOK_MS = 1000

/** What is kept of an installation that came by OAuth. */
export interface Credentials {
  token: string
  bot: Bot
  /** When it was installed (ms since the epoch). */
  since: number
  /** For the next token, where this one ends. */
  refresh?: Refresh
}

/** Where the app is installed, as far as this process knows; what others write down is known here about a second later. */
export function createWorkspaces(parts: {
  installations: Pick<Installations, 'list' | 'version'>
  install: (id: string, credentials: Credentials) => Installed
  /** Looks whether tokens are about to end. */
  renew: (all: [id: string, Credentials][]) => Promise<void>
  log: Log
}) {
  const { installations, install, renew, log } = parts
  const known = new Map<string, { installed: Installed; credentials: string }>()
  let readAt: number | undefined
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** Answers that are being shown go on with what they began with. */
  function put(id: string, credentials: string): void {
    if (known.get(id)?.credentials === credentials) return
    known.set(id, { credentials, installed: install(id, JSON.parse(credentials)) })
  }

  async function readNow(): Promise<void> {
    const version = installations.version()
    const kept = new Map((await installations.list()).map(({ id, credentials }) => [id, credentials!]))
    for (const [id, credentials] of kept) put(id, credentials)
    for (const [id, { installed }] of known) if (!kept.has(id)) installed.close()
    readAt = version
  }

  /** All that was written before it was asked for. */
  async function read(): Promise<void> {
    const before = reading
    const now = (before ? before.catch(() => {}).then(readNow) : readNow()).finally(() => {
      if (reading === now) reading = undefined
    })
    reading = now
    await now
  }

  const all = () => [...known].map(([id, { credentials }]): [string, Credentials] => [id, JSON.parse(credentials)])

  return {
    put,
    read,
    /** Resolves when those tokens are new that were about to end. */
    renewed: () => renew(all()),
    settled: async (): Promise<void> =>
      void (await Promise.all([...known.values()].map((one) => one.installed.settled()))),
    get: (id: string): Installed | undefined => known.get(id)?.installed,
    /** Those whose token Slack refuses, and its word for why. */
    refused: (): { id: string; refusal: string }[] =>
      [...known].flatMap(([id, { installed }]) => {
        const refusal = installed.refusal()
        return refusal === undefined ? [] : [{ id, refusal }]
      }),
    /** Keeps up with what others write down, until `stop`. */
    watch(): void {
      timer ??= setInterval(() => {
        void renew(all())
        if (installations.version() === readAt || reading) return
        read().catch((err) => log.error({ err }, 'the installations in Slack could not be read'))
      }, LOOK_MS).unref()
    },
    stop(): void {
      clearInterval(timer)
      timer = undefined
    },
  }
}
