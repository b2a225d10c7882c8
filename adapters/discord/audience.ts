import type { Budget } from '../../src/ports/budget.ts'
import type { MayTell, Telling } from '../../src/ports/reading.ts'
import type { Scopes } from './limits.ts'
import { type Channel, isThread, type Member, type Overwrite, type Role } from './payloads.ts'
import { readPlace } from './places.ts'
import type { Web } from './request.ts'

/** Documented: https://discord.com/developers/docs/topics/permissions */
const ADMINISTRATOR = 1n << 3n
const VIEW = 1n << 10n
const HISTORY = 1n << 16n
const READ = VIEW | HISTORY
const PRIVATE_THREAD = 12

/**
 * Whether somebody, and everybody who can see the place of an answer, may read a channel: by the roles and overwrites of both, which
 * say it of any number of people in four calls. What cannot be found out is no, and so is what stands in a private thread.
 */
export function createAudience(parts: { web: Web; scopes: () => Scopes; budget: Pick<Budget, 'learn' | 'tryTake'> }) {
  const { web, scopes, budget } = parts

  return async function mayTell({ place, here, person, isAlone }: Telling, signal: AbortSignal): Promise<MayTell> {
    const { installation: guild, channel, thread } = readPlace(place)
    const call = web.begin(signal)
    let calls = 0

    async function ask<T>(key: string, path: string): Promise<T | undefined> {
      const scope = scopes().reads(key)
      if ((await budget.tryTake([scope], 'urgent')) !== 'ok') return undefined
      calls++
      const reply = await call({ method: 'GET', path })
      if (reply.left) budget.learn(scope, reply.left)
      return 'ok' in reply ? (reply.ok as T) : undefined
    }

    /** What stands in a thread is for whom its channel is, unless it is private. */
    async function open(id: string): Promise<Channel | undefined> {
      const found = await ask<Channel>(id, `channels/${id}`)
      if (!found || found.type === PRIVATE_THREAD || found.guild_id !== guild) return undefined
      if (!isThread(found)) return found
      return found.parent_id ? ask<Channel>(found.parent_id, `channels/${found.parent_id}`) : undefined
    }

    async function may(): Promise<boolean> {
      if (!/^\d+$/.test(guild)) return false
      const [there, roles] = await Promise.all([open(thread ?? channel), ask<Role[]>(guild, `guilds/${guild}/roles`)])
      if (!there || !roles) return false
      if (isAlone) {
        const member = await ask<Member>(`${guild}:${person}`, `guilds/${guild}/members/${person}`)
        return member !== undefined && mayRead({ guild, roles, there, member, person })
      }
      const at = readPlace(here)
      if (at.installation !== guild) return false
      if (at.channel === there.id) return true
      const shown = await ask<Channel>(at.channel, `channels/${at.channel}`)
      // Nobody is shown there what is for adults unless that place is.
      return (
        shown !== undefined && (!there.nsfw || shown.nsfw === true) && seesAll({ guild, roles, there, here: shown })
      )
    }

    return { may: await may(), calls }
  }
}

const bitsOf = (value: string | undefined): bigint => BigInt(value ?? 0)
const has = (bits: bigint, wanted: bigint): boolean => (bits & wanted) === wanted

interface Seen {
  guild: string
  roles: readonly Role[]
  there: Channel
}

/** As Discord computes it. */
function mayRead({ guild, roles, there, member, person }: Seen & { member: Member; person: string }): boolean {
  const held = [guild, ...(member.roles ?? [])]
  let bits = roles.filter(({ id }) => held.includes(id)).reduce((sum, { permissions }) => sum | bitsOf(permissions), 0n)
  if (has(bits, ADMINISTRATOR)) return true
  const overwrites = there.permission_overwrites ?? []
  const apply = (these: readonly Overwrite[]): void => {
    for (const { deny } of these) bits &= ~bitsOf(deny)
    for (const { allow } of these) bits |= bitsOf(allow)
  }
  apply(overwrites.filter(({ id }) => id === guild))
  apply(overwrites.filter(({ id }) => id !== guild && held.includes(id)))
  apply(overwrites.filter(({ id }) => id === person))
  return has(bits, READ)
}

/** Whether all who can see `here` can read `there`, whoever they are: only what is sure by roles and overwrites alone is yes. */
function seesAll({ guild, roles, there, here }: Seen & { here: Channel }): boolean {
  const base = bitsOf(roles.find(({ id }) => id === guild)?.permissions)
  const [everyone, others] = parted(there, guild)
  const isDenied = (bit: bigint) => others.some(({ deny }) => has(bitsOf(deny), bit))
  // Whoever sees `there` reads what was said before, too.
  if (!has(base, HISTORY) || isDenied(HISTORY) || has(bitsOf(everyone?.deny), HISTORY)) return false
  if (viewsOf(there) === viewsOf(here)) return true
  // Whoever is denied there may be somebody who sees this place.
  if (isDenied(VIEW)) return false
  if (has((base & ~bitsOf(everyone?.deny)) | bitsOf(everyone?.allow), VIEW)) return true
  const [shut, named] = parted(here, guild)
  if (!has(bitsOf(shut?.deny), VIEW)) return false
  // This place is for those only who are named in it: each has to be named there, too.
  const seeing = named.filter(({ allow }) => has(bitsOf(allow), VIEW))
  return seeing.every(({ id }) => others.some((one) => one.id === id && has(bitsOf(one.allow), VIEW)))
}

function parted({ permission_overwrites: all = [] }: Channel, guild: string): [Overwrite | undefined, Overwrite[]] {
  return [all.find(({ id }) => id === guild), all.filter(({ id }) => id !== guild)]
}

/** What its overwrites say of who sees it. */
const viewsOf = ({ permission_overwrites: all = [] }: Channel): string =>
  all
    .flatMap(({ id, allow, deny }) =>
      has(bitsOf(allow) | bitsOf(deny), VIEW) ? [`${id} ${has(bitsOf(allow), VIEW)}`] : [],
    )
    .sort()
    .join()
