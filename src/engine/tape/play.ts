import type { Hit } from '../../model/knowledge.ts'
import type { Tape, TapeKind } from '../../model/tape.ts'
import type { FoundOnTape, TurnTape } from './index.ts'

/** Somebody would have to be asked who was not asked then. */
export class Unrecorded extends Error {
  readonly kind: TapeKind | 'model'
  readonly of: string
  constructor(kind: TapeKind | 'model', of = '') {
    super(`nothing is recorded of ${kind} ${of}`)
    this.name = 'Unrecorded'
    this.kind = kind
    this.of = of
  }
}

export interface PlayParts {
  /** Passages that are still there. */
  passages(ids: readonly number[]): Promise<Omit<Hit, 'score'>[]>
  /** What the agent knows now. */
  revision: string
  /** Models may be asked what they were not asked then. */
  asks: boolean
}

/** What a model is asked, where somebody allows it. */
const ofModels: ReadonlySet<TapeKind> = new Set(['judge', 'query', 'meaning', 'moderation'])

export interface PlayedTape extends TurnTape {
  /** The agent knows something else now than it did then, and that was looked at. */
  readonly knowsOtherwise: boolean
}

/** A turn's recording: whatever it says nothing of is `Unrecorded`, so that nobody is called. */
export function playTape({ at, picks, taken }: Tape, { passages, revision, asks }: PlayParts): PlayedTape {
  const left = [...picks]
  const byKind = Map.groupBy(taken, ([kind, of]) => `${kind} ${of}`)
  let knowsOtherwise = false

  /** Of several answers each comes once, and the last one from then on. */
  function recorded(kind: TapeKind, of: string): { value: unknown } | undefined {
    const all = byKind.get(`${kind} ${of}`) ?? []
    const next = all.length > 1 ? all.shift() : all[0]
    return next && { value: next[2] ?? undefined }
  }

  return {
    get knowsOtherwise() {
      return knowsOtherwise
    },
    played: true,
    now: () => at,
    // A draft may pick oftener than what was live.
    random: () => left.shift() ?? 0,
    async take<Value>(kind: TapeKind, of: string, ask: () => Promise<Value>): Promise<Value> {
      const known = recorded(kind, of)
      if (known) return known.value as Value
      // What is nothing is not recorded.
      if (kind === 'state') return {} as Value
      if (kind === 'progress' || kind === 'zone' || kind === 'watches') return undefined as Value
      if (asks && ofModels.has(kind)) return ask()
      throw new Unrecorded(kind, of)
    },
    async find(of, ask) {
      const known = recorded('find', of)?.value as FoundOnTape | undefined
      if (known?.revision !== revision) knowsOtherwise ||= known !== undefined
      if (!known || known.revision !== revision) return ask()
      const there = new Map((await passages(known.hits.map(([id]) => id))).map((one) => [one.id, one]))
      const hits = known.hits.flatMap(([id, score]) => {
        const passage = there.get(id)
        return passage ? [{ ...passage, score }] : []
      })
      const { withoutVectors } = known
      return { revision, hits, ...(withoutVectors !== undefined && { withoutVectors }) }
    },
    unlearned() {},
  }
}
