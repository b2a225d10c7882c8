import { LatestMap } from '../../src/lib/latest.ts'
import type { Notes } from '../../src/ports/notes.ts'

const KEPT = 10_000
/** So long nobody is asked again where the app may not read: a team's owner who lets it has to put it in anew. */
const DENIED_MS = 3_600_000
/** Named by the doctor. */
const NOTED = 20

/** What was found out of reading, for whoever runs it: teams and chats by their ids, the newest last. */
export interface FoundGrants {
  given: string[]
  denied: string[]
}

const NOTE = 'reading'

export async function foundGrants(notes: Pick<Notes, 'get'>): Promise<FoundGrants> {
  try {
    const { given = [], denied = [] } = JSON.parse((await notes.get(NOTE)) ?? '{}') as Partial<FoundGrants>
    return { given, denied }
  } catch {
    return { given: [], denied: [] }
  }
}

/** Where the app may read what is said, as Graph answered. It cannot be asked for that by itself. */
export function createGrants({ notes, now }: { notes: Notes; now: () => number }) {
  /** When it was found that it may not; 0: it may. */
  const known = new LatestMap<string, number>(KEPT)

  async function found(tenant: string, granting: string, mayRead: boolean): Promise<void> {
    const name = `${tenant}/${granting}`
    const before = known.get(name)
    known.set(name, mayRead ? 0 : now())
    if (before !== undefined && (before === 0) === mayRead) return
    const { given, denied } = await foundGrants(notes)
    const add = (all: string[], isIn: boolean): string[] =>
      [...all.filter((one) => one !== name), ...(isIn ? [name] : [])].slice(-NOTED)
    const next: FoundGrants = { given: add(given, mayRead), denied: add(denied, !mayRead) }
    // What the doctor would say is worth no answer.
    await notes.set(NOTE, JSON.stringify(next)).catch(() => {})
  }

  return {
    isDenied(tenant: string, granting: string): boolean {
      const since = known.get(`${tenant}/${granting}`)
      return since !== undefined && since > 0 && now() < since + DENIED_MS
    },
    given: (tenant: string, granting: string): Promise<void> => found(tenant, granting, true),
    denied: (tenant: string, granting: string): Promise<void> => found(tenant, granting, false),
  }
}
export type Grants = ReturnType<typeof createGrants>
