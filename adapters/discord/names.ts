import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Scopes } from './limits.ts'
import { type Channel, isThread, type Message, type Role } from './payloads.ts'
import type { Web } from './request.ts'

const KNOWN_MS = 600_000
const KEPT = 10_000
/** Of one message; one that names more is still understood. */
const AT_ONCE = 5
/** Documented: https://discord.com/developers/docs/topics/permissions */
const VIEW = 1n << 10n

const CHANNEL = /<#(\d{15,20})>/g
const ROLE = /<@&(\d{15,20})>/g

/** The channels and roles that a text speaks of, as `names` takes them: a role with its server. */
export function namelessIn({ content = '' }: Pick<Message, 'content'>, guild: string | undefined): string[] {
  if (guild === undefined || !/^\d+$/.test(guild)) return []
  const channels = Array.from(content.matchAll(CHANNEL), ([, id]) => id!)
  const roles = Array.from(content.matchAll(ROLE), ([, id]) => `${guild}:${id}`)
  return [...new Set([...channels, ...roles])]
}

/** What channels and roles are called. A channel that not everybody in its server sees keeps its id. */
export function createNames(parts: {
  web: Web
  scopes: () => Scopes
  budget: Pick<Budget, 'learn' | 'tryTake'>
  now: () => number
}) {
  const { web, scopes, budget, now } = parts
  const known = new LatestMap<string, { names: ReadonlyMap<string, string>; until: number }>(KEPT)

  async function ask(path: string, read: (answer: unknown) => Map<string, string>, signal: AbortSignal) {
    const before = known.get(path)
    if (before && before.until > now()) return before.names
    const scope = scopes().reads(path)
    if ((await budget.tryTake([scope], 'urgent')) !== 'ok') return new Map<string, string>()
    const reply = await web.call({ method: 'GET', path }, signal)
    if (reply.left) budget.learn(scope, reply.left)
    const names = 'ok' in reply ? read(reply.ok) : new Map<string, string>()
    if ('ok' in reply || 'error' in reply) known.set(path, { names, until: now() + KNOWN_MS })
    return names
  }

  return async function names(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const guilds = new Set(ids.filter((id) => id.includes(':')).map((id) => id.slice(0, id.indexOf(':'))))
    const channels = ids.filter((id) => /^\d+$/.test(id)).slice(0, AT_ONCE)
    const told = await Promise.all([
      ...[...guilds].slice(0, 1).map((guild) => ask(`guilds/${guild}/roles`, rolesIn, signal)),
      ...channels.map((id) => ask(`channels/${id}`, channelIn, signal)),
    ])
    return new Map(told.flatMap((one) => [...one]))
  }
}

function rolesIn(answer: unknown): Map<string, string> {
  const roles = Array.isArray(answer) ? (answer as Role[]) : []
  return new Map(roles.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])))
}

/** Of a thread it is not told there who sees the channel that it is in. */
function channelIn(answer: unknown): Map<string, string> {
  const channel = answer as Channel
  const { id, name, guild_id: guild, permission_overwrites: all = [] } = channel
  const isHidden = all.some((one) => one.id === guild && (BigInt(one.deny ?? 0) & VIEW) !== 0n)
  return new Map(name && !isHidden && !isThread(channel) ? [[id, name]] : [])
}
