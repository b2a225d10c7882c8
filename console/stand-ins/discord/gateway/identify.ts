import { userJson } from '../json.ts'
import type { Limits } from '../limits.ts'
import type { Guild, Json } from '../records.ts'
import { ownGuilds } from '../refs.ts'
import type { World } from '../world.ts'
import { asRecord, Close } from './connection.ts'
import { areIntents, PRIVILEGED } from './intents.ts'
import { isOnShard, type Session } from './session.ts'

/** What an app asks for when it says who it is, or the code to close with when it may not have that. */
export function readIdentify(
  world: World,
  limits: Limits,
  d: Json,
): { intents: number; shard: readonly [number, number] } | number {
  const { os, browser, device } = asRecord(d['properties'])
  if (!os || !browser || !device) return Close.decodeError
  const { intents, shard = [0, 1], presence = null } = d
  if (presence !== null && !isPresence(asRecord(presence))) return Close.decodeError
  if (!areIntents(intents)) return Close.invalidIntents
  for (const [name, bit] of Object.entries(PRIVILEGED)) {
    if (intents & bit && !world.app.intents.includes(name as keyof typeof PRIVILEGED)) return Close.disallowedIntents
  }
  const [index, count] = Array.isArray(shard) ? (shard as [number, number]) : [0, 0]
  if (!Number.isInteger(index) || !Number.isInteger(count) || index < 0 || index >= count) return Close.invalidShard
  const guilds = ownGuilds(world).filter(({ id }) => isOnShard([index, count], id))
  return guilds.length > limits.guildsPerShard ? Close.shardingRequired : { intents, shard: [index, count] }
}

const STATES = ['online', 'dnd', 'idle', 'invisible', 'offline']
/** Ours: what is longer is cut where it is shown. */
const STATE = 128

/** A bot's activity has a name and a kind; one of its own words (4) says them in `state`. */
function isPresence({ since, activities, status, afk }: Json): boolean {
  const isActivity = (one: unknown): boolean => {
    const { name, type, state } = asRecord(one)
    if (typeof name !== 'string' || name === '' || ![0, 1, 2, 3, 4, 5].includes(type as number)) return false
    return type !== 4 || (typeof state === 'string' && state !== '' && state.length <= STATE)
  }
  const isKnown = STATES.includes(status as string) && typeof afk === 'boolean'
  return (
    isKnown && (since === null || Number.isInteger(since)) && Array.isArray(activities) && activities.every(isActivity)
  )
}

/** The first thing a session is told; what is in its servers follows by and by. */
export function readyData(world: World, session: Session, guilds: Guild[], resumeUrl: string): Json {
  const hasContent = world.app.intents.includes('messageContent')
  return {
    v: 10,
    user: { ...userJson(world.bot), email: null, verified: true, mfa_enabled: true },
    guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: resumeUrl,
    shard: session.shard,
    // Bit 19: may read messages, below the number of people from which it has to be reviewed.
    application: { id: world.app.id, flags: hasContent ? 1 << 19 : 0 },
    private_channels: [],
    relationships: [],
    presences: [],
    user_settings: {},
    _trace: [],
  }
}
