import { LatestMap } from '../../src/lib/latest.ts'

const KEPT = 10_000
/** A workspace is changed rarely, and asking in vain costs a call. */
const FOR_MS = 10 * 60_000

/** What Slack has refused of late, and is not asked for again for some minutes. */
export function createRefusals({ now }: { now: () => number }) {
  const until = new LatestMap<string, number>(KEPT)
  return {
    add: (what: string): unknown => until.set(what, now() + FOR_MS),
    has: (what: string): boolean => (until.get(what) ?? 0) > now(),
  }
}

export type Refusals = ReturnType<typeof createRefusals>
