import type { Log } from './log.ts'

/** So many are remembered; of more, the last. */
const most = 100
/** In characters: the rest is in the log. */
const longest = 300
/** What is said of a warning besides. Who it was about, and in which conversation, stands in the log alone. */
const told = ['platform', 'installation', 'server', 'place', 'webhook', 'duty', 'provider', 'model', 'code', 'detail']

export interface Warning {
  level: 'warn' | 'error'
  text: string
  /** What was met, where it was an error. */
  why: string | undefined
  /** Where, as the log names it. */
  of: Record<string, string>
  /** When it was logged first and last, since the process began, and how often. */
  since: number
  lastAt: number
  count: number
}

export interface WarningsParts {
  /** Stand in nothing that is remembered. */
  secrets: readonly string[]
  now: () => number
}

/** The last that was logged as a warning or an error in this process. */
export function createWarnings({ secrets, now }: WarningsParts) {
  const kept = new Map<string, Warning>()

  /** Whatever a library may have put into its error: nothing that opens anything, and nobody's key. */
  function harmless(text: string, people: readonly string[]): string {
    const hidden = [...secrets, ...people].reduce((left, one) => left.replaceAll(one, '…'), text)
    return hidden.replace(/[\w-]{32,}/g, '…').slice(0, longest)
  }

  function keep(level: Warning['level'], given: readonly unknown[]): void {
    const [fields, text] = typeof given[0] === 'string' ? [{}, given[0]] : [(given[0] ?? {}) as object, given[1] ?? '']
    const values = new Map(Object.entries(fields))
    const people = ['key', 'person'].flatMap((name) => textsOf(values.get(name)))
    const [why] = textsOf((values.get('err') as Error | undefined)?.message)
    const of = told.flatMap((name) => textsOf(values.get(name)).map((value) => [name, harmless(value, people)]))
    const one = {
      ...{ level, text: harmless(String(text), people), of: Object.fromEntries(of) },
      why: why === undefined ? undefined : harmless(why.split('\n', 1)[0]!, people),
    }
    const name = JSON.stringify(one)
    const { since = now(), count = 0 } = kept.get(name) ?? {}
    kept.delete(name)
    kept.set(name, { ...one, since, lastAt: now(), count: count + 1 })
    if (kept.size > most) kept.delete(kept.keys().next().value!)
  }

  return {
    /** The same log, listened to. */
    heard(log: Log): Log {
      const listened = (level: Warning['level']): Log['warn'] => {
        const write = log[level].bind(log) as (...given: unknown[]) => void
        return (...given: unknown[]) => {
          keep(level, given)
          write(...given)
        }
      }
      return {
        debug: log.debug.bind(log),
        info: log.info.bind(log),
        warn: listened('warn'),
        error: listened('error'),
      }
    },
    /** The latest first; what was said again and again is one. */
    last: (): Warning[] => [...kept.values()].reverse(),
  }
}
export type Warnings = ReturnType<typeof createWarnings>

const textsOf = (value: unknown): string[] =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : []

/** What an environment holds that nobody may read: what is named so, and the passwords in addresses. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  const found = Object.entries(env).flatMap(([name, value = '']) => {
    const password = URL.canParse(value) ? new URL(value).password : ''
    return [/KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) ? value : '', password, decodeURIComponent(password)]
  })
  // A word that stands in any sentence tells nothing.
  return found.filter((one) => one.length >= 6).sort((a, b) => b.length - a.length)
}
