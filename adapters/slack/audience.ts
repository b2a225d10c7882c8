import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import type { MayTell, Telling } from '../../src/ports/reading.ts'
import type { Scopes } from './limits.ts'
import { readPlace } from './places.ts'
import { isDirect } from './told.ts'
import type { ApiCall, Web } from './web.ts'

/** More people are in a channel than it is worth to ask about; documented as what a page should hold at most. */
const MEMBERS = 200
/** Asked about for one link; of the others it is known a while later. */
const AT_ONCE = 50
const KNOWN_MS = 600_000
const KEPT = 20_000

/**
 * Whether somebody, and everybody else who sees an answer, may read a channel: a public one all members of the workspace may,
 * whoever else is in the place of the answer has to be in that channel. What cannot be found out is no.
 */
export function createAudience(parts: {
  web: Web
  bot: string
  budget: Pick<Budget, 'tryTake'>
  scopesOf: (team: string) => Pick<Scopes, 'info' | 'members' | 'users'>
  now: () => number
}) {
  const { web, bot, budget, scopesOf, now } = parts
  const known = new LatestMap<string, { isFull: boolean; until: number }>(KEPT)

  return async function mayTell({ place, here, person, isAlone }: Telling, signal: AbortSignal): Promise<MayTell> {
    const { team, channel } = readPlace(place)
    const scopes = scopesOf(team)
    const call = web.begin(signal)
    let calls = 0

    async function ask(scope: Scope, ...request: Parameters<ApiCall>): Promise<Record<string, unknown> | undefined> {
      if ((await budget.tryTake([scope], 'normal')) !== 'ok') return undefined
      calls++
      const reply = await call(...request)
      return 'ok' in reply ? reply.ok : undefined
    }

    async function membersOf(id: string): Promise<string[] | undefined> {
      const told = await ask(scopes.members, 'conversations.members', { channel: id, limit: MEMBERS })
      const { members, response_metadata: more } = (told ?? {}) as Members
      return more?.next_cursor ? undefined : members
    }

    /** A member of this workspace who is no guest in it; apps are nobody. */
    async function isFull(user: string): Promise<boolean> {
      const before = known.get(user)
      if (before && before.until > now()) return before.isFull
      const { user: told } = ((await ask(scopes.users, 'users.info', { user })) ?? {}) as { user?: Member }
      if (!told) return false
      const isGuest = told.is_restricted || told.is_ultra_restricted || told.is_stranger || told.deleted
      const isFull = told.is_bot === true || (told.team_id === team && !isGuest)
      known.set(user, { isFull, until: now() + KNOWN_MS })
      return isFull
    }

    async function outsiders(people: readonly string[]): Promise<readonly string[] | undefined> {
      const unknown = people.filter((user) => !((known.get(user)?.until ?? 0) > now()))
      if (unknown.length > AT_ONCE) {
        await Promise.all(unknown.slice(0, AT_ONCE).map(isFull))
        return undefined
      }
      const full = await Promise.all(people.map(isFull))
      return people.filter((_, i) => !full[i])
    }

    async function may(): Promise<boolean> {
      if (isDirect(channel)) return false
      const told = await ask(scopes.info, 'conversations.info', { channel })
      const { channel: there } = (told ?? {}) as { channel?: Conversation }
      if (!there) return false
      const others = isAlone ? [] : await membersOf(readPlace(here).channel)
      if (!others) return false
      const audience = [...new Set([person, ...others])].filter((user) => user !== bot)
      const isPublic = there.is_channel === true && !there.is_private && !there.is_mpim && !there.is_im
      const needed = isPublic ? await outsiders(audience) : audience
      if (!needed || needed.length === 0) return needed !== undefined
      const inside = await membersOf(channel)
      return inside !== undefined && needed.every((user) => inside.includes(user))
    }

    return { may: await may(), calls }
  }
}

interface Members {
  members?: string[]
  response_metadata?: { next_cursor?: string }
}

interface Member {
  team_id?: string
  is_bot?: boolean
  deleted?: boolean
  is_restricted?: boolean
  is_ultra_restricted?: boolean
  is_stranger?: boolean
}

interface Conversation {
  is_channel?: boolean
  is_private?: boolean
  is_mpim?: boolean
  is_im?: boolean
}
