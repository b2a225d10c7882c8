import { LatestMap } from '../../src/lib/latest.ts'
import { type Connector, toMembers } from './connector.ts'
import { baseOf, type Spot } from './places.ts'

/** Documented: of those whose view of a card is asked for by itself. */
export const VIEWERS = 60
const KEPT = 1000
const KNOWN_MS = 600_000
/** No card waits longer for it. */
const PATIENCE_MS = 1000

/** Who is in a conversation, as Teams calls them: the first of them, as far as it tells. */
export function createRoster({ connector, now }: { connector: Pick<Connector, 'begin'>; now: () => number }) {
  const known = new LatestMap<string, { ids: readonly string[]; until: number }>(KEPT)

  return async (spot: Spot): Promise<readonly string[] | undefined> => {
    const name = `${spot.tenant}/${baseOf(spot.conversation)}`
    const before = known.get(name)
    if (before && before.until > now()) return before.ids
    const reply = await connector.begin(AbortSignal.timeout(PATIENCE_MS))(toMembers(spot, VIEWERS))
    const members = 'ok' in reply ? reply.ok['members'] : undefined
    if (!Array.isArray(members)) return undefined
    const ids = members.flatMap(({ id }: { id?: unknown }) => (typeof id === 'string' ? [id] : [])).slice(0, VIEWERS)
    known.set(name, { ids, until: now() + KNOWN_MS })
    return ids
  }
}
