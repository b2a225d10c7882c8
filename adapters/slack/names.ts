import { errorOf } from './outcome.ts'
import type { Web } from './web.ts'

const KNOWN_MS = 3_600_000
/** Somebody Slack would not tell us of is asked about again after this. */
const UNKNOWN_MS = 300_000
const KEPT = 10_000
/** Of one call; a message that names more people is still understood. */
const AT_ONCE = 20

/** What people are called. Nobody waits for Slack's limits here: who cannot be asked about has no name for now. */
export function createNames({ web, now }: { web: Web; now: () => number }) {
  const known = new Map<string, { name: string | undefined; until: number }>()
  let restUntil = 0

  async function ask(user: string, signal: AbortSignal): Promise<void> {
    if (now() < restUntil) return
    const reply = await web.call('users.info', { user }, signal)
    if ('retryAt' in reply) restUntil = reply.retryAt
    // An app without the scope gets it only by being installed again, which may be soon.
    if (errorOf(reply) === 'missing_scope') restUntil = now() + UNKNOWN_MS
    if ('unknown' in reply || restUntil > now()) return
    const name = 'ok' in reply ? nameOf(reply.ok['user'] as User | undefined) : undefined
    known.delete(user)
    known.set(user, { name, until: now() + (name === undefined ? UNKNOWN_MS : KNOWN_MS) })
    if (known.size > KEPT) known.delete(known.keys().next().value!)
  }

  return async function names(people: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const unknown = people.filter((id) => (known.get(id)?.until ?? 0) <= now())
    await Promise.all(unknown.slice(0, AT_ONCE).map((id) => ask(id, signal)))
    return new Map(
      people.flatMap((id) => {
        const name = known.get(id)?.name
        return name === undefined ? [] : [[id, name] as const]
      }),
    )
  }
}

interface User {
  name?: string
  real_name?: string
  profile?: { display_name?: string; real_name?: string }
}

function nameOf(user: User | undefined): string | undefined {
  const { profile } = user ?? {}
  return profile?.display_name || profile?.real_name || user?.real_name || user?.name || undefined
}
