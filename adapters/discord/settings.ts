import { z } from 'zod'
import type { Fault } from '../../src/lib/errors.ts'
import { httpUrl, text } from '../../src/lib/variables.ts'
import type { PlatformSettings, Variables } from '../../src/ports/platform.ts'
import type { DiscordOptions } from './index.ts'

export type DiscordSettings = Pick<
  DiscordOptions,
  'botToken' | 'apiUrl' | 'autoThread' | 'reactions' | 'userInstalls' | 'status' | 'shards'
>

const env = z.object({
  DISCORD_BOT_TOKEN: text(
    /^(?!Bot )[\w-]+\.[\w-]+\.[\w-]+$/,
    'must be a bot token, three parts with dots between them, as Bot of the app shows it once when it is reset',
  ),
  DISCORD_SHARDS: text(/^\d{1,5}(-\d{1,5})?$/, 'must be a number, or a range like 0-3'),
  DISCORD_SHARD_COUNT: text(/^[1-9]\d{0,4}$/, 'must be a whole number above 0'),
  DISCORD_API_URL: httpUrl,
})

const section = {
  autoThread: z.boolean().default(false),
  reactions: z.boolean().default(false),
  userInstalls: z.boolean().default(false),
  // Documented: what Discord shows of it.
  status: z.string().min(1).max(128).optional(),
}

export type Section = z.infer<z.ZodObject<typeof section>>

function faults(set: Variables): Fault[] {
  const { DISCORD_SHARDS: shards, DISCORD_SHARD_COUNT: count, DISCORD_BOT_TOKEN: token } = set
  const lonely = ['DISCORD_SHARDS', 'DISCORD_SHARD_COUNT'].filter((name) => set[name])
  if (!token) return lonely.map((path) => ({ path, message: 'needs DISCORD_BOT_TOKEN too' }))
  if (!shards) return []
  if (!count) {
    const message = 'needs DISCORD_SHARD_COUNT too: how many shards there are in all processes together'
    return [{ path: 'DISCORD_SHARDS', message }]
  }
  const [from = 0, to = from] = shards.split('-').map(Number)
  return from <= to && to < Number(count)
    ? []
    : [{ path: 'DISCORD_SHARDS', message: `must lie within 0-${Number(count) - 1}, as DISCORD_SHARD_COUNT says` }]
}

export const settings: PlatformSettings<DiscordSettings> = {
  env,
  section,
  faults,
  read(variables: z.infer<typeof env>, { autoThread, reactions, userInstalls, status }: Section) {
    const { DISCORD_BOT_TOKEN: botToken, DISCORD_SHARDS: shards, DISCORD_SHARD_COUNT: shardCount } = variables
    if (!botToken) return undefined
    const apiUrl = variables.DISCORD_API_URL
    const count = Number(shardCount)
    const [from = 0, to = shards ? from : count - 1] = shards?.split('-').map(Number) ?? []
    return {
      botToken,
      autoThread,
      reactions,
      userInstalls,
      ...(status && { status }),
      ...(apiUrl && { apiUrl }),
      ...(shardCount && { shards: { from, to, count } }),
    }
  },
}
