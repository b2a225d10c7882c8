import type { Reader } from './modal-meta.ts'
import { errorOf } from './outcome.ts'
import type { Reply, Web } from './web.ts'

const KNOWN_MS = 3_600_000
/** Somebody Slack would not tell us of is asked about again after this. */
const UNKNOWN_MS = 60_000
const KEPT = 10_000
/** Nobody waits longer for an answer in their language. */
const PATIENCE_MS = 700

/** What Slack says of a person. */
interface User {
  team_id?: string
  locale?: string
  /** Of the IANA database (https://docs.slack.dev/reference/objects/user-object/). */
  tz?: string
  is_admin?: boolean
  is_owner?: boolean
  is_restricted?: boolean
  is_ultra_restricted?: boolean
}

const userIn = (reply: Reply): User | undefined => ('ok' in reply ? (reply.ok['user'] as User | undefined) : undefined)

/** Where a person is, as far as Slack tells. */
export async function zoneOf(web: Web, user: string, signal: AbortSignal): Promise<string | undefined> {
  return userIn(await web.call('users.info', { user, include_locale: true }, signal))?.tz
}

/** Whether a person is a guest of many channels or of one; undefined where Slack does not tell. */
export async function isGuest(web: Web, user: string, signal: AbortSignal): Promise<boolean | undefined> {
  const told = userIn(await web.call('users.info', { user }, signal))
  return told && (told.is_restricted === true || told.is_ultra_restricted === true)
}

/** In which language people read, and whether they manage their workspace. */
export function createPersons({ web, now }: { web: Web; now: () => number }) {
  const known = new Map<string, { locale: string | undefined; until: number }>()

  async function ask({ user }: Pick<Reader, 'user'>, signal?: AbortSignal): Promise<User | undefined> {
    const reply = await web.call('users.info', { user, include_locale: true }, signal)
    const told = userIn(reply)
    const isKnown = told !== undefined || errorOf(reply) === 'missing_scope'
    known.delete(user)
    known.set(user, { locale: told?.locale, until: now() + (isKnown ? KNOWN_MS : UNKNOWN_MS) })
    if (known.size > KEPT) known.delete(known.keys().next().value!)
    return told
  }

  return {
    /** BCP 47; none where Slack does not tell in time. */
    async locale(reader: Pick<Reader, 'user'>): Promise<string | undefined> {
      const here = known.get(reader.user)
      if (here && here.until > now()) return here.locale
      return (await ask(reader, AbortSignal.timeout(PATIENCE_MS)))?.locale
    },
    /** Asked anew each time. Whoever belongs to another workspace manages that one. */
    async manages(reader: Reader): Promise<boolean> {
      if (reader.home !== reader.team) return false
      const user = await ask(reader)
      return user?.is_admin === true || user?.is_owner === true
    },
  }
}
