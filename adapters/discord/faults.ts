import { AppError } from '../../src/lib/errors.ts'
import { type Reply, sayOf } from './reply.ts'

const APPS = 'https://discord.com/developers/applications'

const TOKEN = `DISCORD_BOT_TOKEN was refused by Discord. Copy the token from Bot of your app at ${APPS}; resetting it there makes a new one.`

/** Why a first call for the app did not work. */
export function explainReply(reply: Reply, apiUrl: string): AppError {
  if ('error' in reply && reply.error.status === 401) return new AppError('discord_token_refused', TOKEN)
  const cause = 'unknown' in reply ? reply.unknown : new Error(sayOf(reply))
  return new AppError('discord_unreachable', `Discord could not be reached at ${apiUrl}. Check the network.`, { cause })
}

/** Why the gateway lets us in no more. */
export function explainClosed(code: number): AppError {
  const [name, say] = CLOSED[code] ?? ['discord_unreachable', `Discord closed the connection (${code}).`]
  return new AppError(name, say)
}

const CLOSED: Record<number, [name: string, say: string]> = {
  4004: ['discord_token_refused', TOKEN],
  4010: ['discord_shards_wrong', 'Discord knows no such shard: DISCORD_SHARDS must lie within DISCORD_SHARD_COUNT.'],
  4011: [
    'discord_shards_wrong',
    'The app is in too many servers for so few shards: set DISCORD_SHARD_COUNT higher, or leave it out.',
  ],
  4012: ['discord_outdated', 'Discord does not speak this version of its gateway any more: update Parley.'],
  4013: ['discord_outdated', 'Discord does not know these intents any more: update Parley.'],
  4014: [
    'discord_intents_refused',
    `Discord refuses the intents that Parley needs. Look at Bot of your app at ${APPS}.`,
  ],
}

export function noSessionsLeft(resetAfterMs: number): AppError {
  const minutes = Math.ceil(resetAfterMs / 60_000)
  const say = `Discord lets the app connect only so often a day, and it has: wait ${minutes} minutes, and see why it was started so often.`
  return new AppError('discord_starts_used_up', say)
}
