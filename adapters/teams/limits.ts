import type { Scope } from '../../src/ports/budget.ts'
import type { Limits } from '../../src/ports/channel.ts'
import { baseOf, type Spot } from './places.ts'

/** Documented: a message may hold 100 KB, and everything counts as UTF-16. Nobody reads half of that at once. */
const TEXT: Limits['text'] = { max: 12_000, unit: 'utf16' }
/** Documented: of a bot in a conversation. */
const WINDOWS = [
  [7, 1000],
  [8, 2000],
  [60, 30_000],
  [1800, 3_600_000],
] as const
/** Documented: of an app in a tenant. */
const IN_TENANT = 50

export interface Scopes {
  /** Of every call about the conversation. */
  readonly calls: readonly Scope[]
  /** One of them: what is too much for Teams is too much for all calls about the conversation. */
  readonly conversation: Scope
  /** Of edits while an answer grows: every 2 s in the beginning, every 4 s in the end. */
  readonly edits: Scope
  /** Of chunks of a native stream: one in 1.5 s. */
  readonly chunks: Scope
  /** What a native stream waits for before it goes on. */
  readonly gap: Scope
}

export function scopesOf({ tenant, conversation }: Pick<Spot, 'tenant' | 'conversation'>): Scopes {
  const key = `teams:${tenant}/${baseOf(conversation)}`
  const windows = WINDOWS.map(
    ([limit, windowMs]): Scope => ({
      key: `${key}:${windowMs}`,
      name: `conversation in ${windowMs / 1000} s`,
      ...{ limit, windowMs },
    }),
  )
  return {
    calls: [...windows, { key: `teams:${tenant}`, name: 'tenant', limit: IN_TENANT, windowMs: 1000 }],
    conversation: windows[0]!,
    edits: { key: `teams:${tenant}/${conversation}:edit`, name: 'message edit', limit: 20, windowMs: 60_000 },
    // A single token comes back after 1.2 windows.
    chunks: { key: `${key}:chunk`, name: 'conversation chunk', limit: 1, windowMs: 1250 },
    gap: { key: `${key}:gap`, name: 'conversation gap', limit: 1, windowMs: 1000 },
  }
}

/** Documented: two emoji a second, of the whole app. */
export const marksOf = (tenant: string): Scope => ({
  key: `teams:${tenant}:mark`,
  name: 'tenant mark',
  limit: 2,
  windowMs: 1000,
})

const FREE: Limits = { text: TEXT, cost: { post: [], edit: [], stream: [], append: [], finish: [] } }

export function limitsOf(spot: Spot, unlimited: boolean | undefined): Limits {
  const isPersonal = spot.kind === 'personal'
  if (unlimited) return { ...FREE, ...(isPersonal && { offers: true }) }
  const { calls, edits, chunks } = scopesOf(spot)
  const cost = { post: calls, edit: [...calls, edits], stream: calls, append: [...calls, chunks], finish: calls }
  // A stream tells nobody anything before its end; of an edit nobody is told.
  return { text: TEXT, cost, ...(isPersonal ? { offers: true } : { toldOnce: true }) }
}
