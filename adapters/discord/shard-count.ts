import type { Claims } from '../../src/ports/claims.ts'
import type { Notes } from '../../src/ports/notes.ts'

export const shardClaim = (application: string, shard: number, count: number): string =>
  `discord:${application}:${shard}/${count}`

/**
 * In how many shards the app is received: as Discord recommends, or as it did when other processes began, as long as one of them
 * goes on. Shards of two counts would be told of the same servers.
 */
export async function agreedCount(parts: {
  claims: Claims
  notes: Notes
  application: string
  recommended: number
}): Promise<number> {
  const { claims, notes, application, recommended } = parts
  const name = `shards:${application}`
  const before = Number((await notes.get(name)) ?? recommended)
  if (before !== recommended && (await isReceived(before))) return before
  await notes.set(name, String(recommended))
  return recommended

  async function isReceived(count: number): Promise<boolean> {
    for (let shard = 0; shard < count; shard++) {
      const claim = await claims.claim(shardClaim(application, shard, count))
      if (!claim) return true
      await claim.release()
    }
    return false
  }
}
