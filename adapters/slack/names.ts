import { errorOf } from './outcome.ts'
import type { Web } from './web.ts'

const KNOWN_MS = 3_600_000
/** Somebody Slack would not tell us of is asked about again after this. */
const UNKNOWN_MS = 300_000
const KEPT = 10_000
/** Of one call; a message that names more people is still understood. */
const AT_ONCE = 20

/**
 * What people, public channels and groups are called. Nobody waits for Slack's limits here: who cannot be asked about has no name for
 * now, and what a private channel is called nobody is told who may not see it.
 */
export function createNames({ web, now }: { web: Web; now: () => number }) {
  const known = new Map<string, { name: string | undefined; until: number }>()
  const restUntil = new Map<string, number>()

  /** One method; where Slack says when to come again, or that the right is lacking, it is left alone until then. */
  async function call(method: string, args: Record<string, string>, signal: AbortSignal) {
    if (now() < (restUntil.get(method) ?? 0)) return undefined
    const reply = await web.call(method, args, signal)
    if ('retryAt' in reply) restUntil.set(method, reply.retryAt)
    // An app without the scope gets it only by being installed again, which may be soon.
    if (errorOf(reply) === 'missing_scope') restUntil.set(method, now() + UNKNOWN_MS)
    return 'unknown' in reply || now() < (restUntil.get(method) ?? 0) ? undefined : reply
  }

  function learn(id: string, name: string | undefined): void {
    known.delete(id)
    known.set(id, { name, until: now() + (name === undefined ? UNKNOWN_MS : KNOWN_MS) })
    if (known.size > KEPT) known.delete(known.keys().next().value!)
  }

  async function ask(id: string, signal: AbortSignal): Promise<void> {
    if (id.startsWith('C')) {
      const reply = await call('conversations.info', { channel: id }, signal)
      if (reply) learn(id, 'ok' in reply ? publicName(reply.ok['channel'] as Conversation | undefined) : undefined)
      return
    }
    const reply = await call('users.info', { user: id }, signal)
    if (reply) learn(id, 'ok' in reply ? nameOf(reply.ok['user'] as User | undefined) : undefined)
  }

  /** All of a workspace come at once. */
  async function askGroups(wanted: readonly string[], signal: AbortSignal): Promise<void> {
    const reply = await call('usergroups.list', {}, signal)
    if (!reply) return
    const groups = 'ok' in reply ? ((reply.ok['usergroups'] as Group[] | undefined) ?? []) : []
    for (const id of wanted) learn(id, groups.find((one) => one.id === id)?.handle || undefined)
  }

  return async function names(people: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const unknown = people.filter((id) => (known.get(id)?.until ?? 0) <= now())
    const asked = unknown.slice(0, AT_ONCE)
    const groups = asked.filter((id) => id.startsWith('S'))
    await Promise.all([
      ...asked.filter((id) => !id.startsWith('S')).map((id) => ask(id, signal)),
      ...(groups.length > 0 ? [askGroups(groups, signal)] : []),
    ])
    return new Map(
      people.flatMap((id) => {
        const name = known.get(id)?.name
        return name === undefined ? [] : [[id, name] as const]
      }),
    )
  }
}

interface Group {
  id?: string
  handle?: string
}

interface Conversation {
  name?: string
  is_channel?: boolean
  is_private?: boolean
}

const publicName = (told: Conversation | undefined): string | undefined =>
  told?.is_channel && !told.is_private ? told.name : undefined

interface User {
  name?: string
  real_name?: string
  profile?: { display_name?: string; real_name?: string }
}

function nameOf(user: User | undefined): string | undefined {
  const { profile } = user ?? {}
  return profile?.display_name || profile?.real_name || user?.real_name || user?.name || undefined
}
