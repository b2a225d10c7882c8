import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Log } from '../../src/ports/log.ts'
import { ASK, agentCommand, askOptions, described, memberCommand, named, whyCommand } from './agent-command.ts'
import { codeOf } from './outcome.ts'
import { CommandType } from './payloads.ts'
import { type Reply, sayOf } from './reply.ts'
import type { Request, Web } from './request.ts'
import { words } from './words/index.ts'

/** For whom it is installed, and where it can be used: in servers, in its direct messages, in those of people and their groups. */
const SERVER = 0
const PERSON = 1
const WITH_THE_BOT = 1
const AMONG_PEOPLE = 2
const installed = { integration_types: [SERVER], contexts: [SERVER, WITH_THE_BOT] }
const broughtToo = { integration_types: [SERVER, PERSON], contexts: [SERVER, WITH_THE_BOT, AMONG_PEOPLE] }

/** The commands that people see, as Discord takes them. `userInstalls`: those that everybody may use can be brought along. */
function commandsWith({ userInstalls }: { userInstalls: boolean }) {
  const where = userInstalls ? broughtToo : installed
  return [
    {
      type: CommandType.slash,
      name: ASK,
      ...described(words.commands.ask),
      options: askOptions(),
      ...where,
    },
    {
      type: CommandType.message,
      ...named(words.commands.askAbout),
      ...where,
    },
    { ...memberCommand(), ...where },
    { ...agentCommand(), ...installed },
    { ...whyCommand(), ...installed },
  ]
}

/** Where it is not to be brought along, as it is unless somebody says so. */
export const COMMANDS = commandsWith({ userInstalls: false })

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** Documented: 200 new commands a day. Discord says how long that is from now, which nobody waits for so exactly. */
const TOO_MANY_TODAY = 30034
const NEXT_DAY_MS = 3_600_000

/**
 * Sees to it that Discord has our commands: those that it has are looked at, because somebody may have removed them, and written
 * where they differ. What Discord is too busy for is tried again until `signal` ends it.
 */
export async function syncCommands(parts: {
  web: Web
  application: string
  userInstalls: boolean
  log: Log
  signal: AbortSignal
}): Promise<void> {
  const { web, application, userInstalls, log, signal } = parts
  const ours = commandsWith({ userInstalls })
  const path = `applications/${application}/commands`
  const list = await patiently({ method: 'GET', path: `${path}?with_localizations=true` })
  if (list && 'ok' in list && isSame(list.ok, ours)) return
  const reply = await patiently({ method: 'PUT', path, body: ours })
  if (!reply || signal.aborted) return
  if ('ok' in reply) log.info({}, 'the commands of the Discord app were written')
  else
    log.error(
      { reply: sayOf(reply) },
      'the commands of the Discord app could not be written: start it again once that is mended',
    )

  /** Undefined when it was ended before. */
  async function patiently(request: Request): Promise<Reply | undefined> {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
      const reply = await web.call(request, signal)
      const isFull = codeOf(reply) === TOO_MANY_TODAY
      if ('ok' in reply || ('error' in reply && !isFull)) return reply
      if (pause === FIRST_PAUSE_MS && !signal.aborted)
        log.warn({ reply: sayOf(reply) }, 'the commands of the Discord app are not written yet; it is tried again')
      const waitMs = isFull ? NEXT_DAY_MS : 'retryAt' in reply ? Math.max(pause, reply.retryAt - Date.now()) : pause
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
    return undefined
  }
}

/** Whether Discord has the commands as they are here, and no others. */
function isSame(list: unknown, ours: typeof COMMANDS): boolean {
  const found = Array.isArray(list) ? (list as { name: string }[]) : []
  const byName = (commands: readonly { name: string }[]) => commands.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return isDeepStrictEqual(byName(found).map(bare), byName(ours).map(bare))
}

/** What we write of commands; Discord adds ids, versions and what it takes for granted. */
const WRITTEN = new Set(keysOf(COMMANDS))

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : Object.keys(value)
  return [...own, ...Object.values(value).flatMap(keysOf)]
}

/** Without what Discord adds, and without what says nothing: it leaves out some of that, and tells some. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const isSaid = (one: unknown): boolean =>
    !(one === undefined || one === null || one === false || one === '' || (Array.isArray(one) && one.length === 0))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => WRITTEN.has(key) && isSaid(one))
      .map(([key, one]) => [key, bare(one)]),
  )
}
