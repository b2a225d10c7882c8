import { useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'
import { locale } from '../../shared/strings.ts'

export interface UsageLine {
  day: string
  agent: string
  door: string
  conversations: number
  inputTokens: number
  outputTokens: number
}

export interface CostLine {
  day: string
  agent: string
  model: string
  calls: number
  inputTokens: number
  outputTokens: number
  money: number
}

export interface Costs {
  currency: string
  total: { calls: number; money: number }
  unpriced: string[]
  lines: CostLine[]
}

interface Spread {
  median: number
  p95: number
}

export interface Answers {
  answers: number
  people: number
  withoutModel: number
  outcomes: Record<string, number>
  firstTextMs: Spread | null
}

interface Listed<Name> {
  total: number
  items: (Name & { conversations: number; tokens: number })[]
}
/** Whom or where most was answered, and how many there are. */
export type Counted = Listed<{ name: string }>

export interface FirstTexts {
  day: string
  answers: number
  medianMs: number
  p95Ms: number
}

export interface Limit {
  scope: 'person' | 'role' | 'channel' | 'key' | 'server' | 'tool' | 'agent' | 'account'
  subject: string
  unit: 'money' | 'tokens' | 'answers'
  period: 'minute' | 'day' | 'month'
  most: number
  used: number | null
}

export interface WhatIf {
  was: number
  wouldHaveBeen: number
  reached: number
}

export const setLimit = (limit: Omit<Limit, 'used'>) => ask('/v1/limits', { method: 'PUT', body: limit })
export const tryLimit = (limit: Omit<Limit, 'used'>) =>
  ask<WhatIf>('/v1/limits/what-if', { method: 'POST', body: limit })
export const removeLimit = ({ scope, subject, unit, period }: Limit) =>
  ask(`/v1/limits?${new URLSearchParams({ scope, subject, unit, period })}`, { method: 'DELETE' })

const dayMs = 86_400_000
/** `2026-11-21`, of UTC, as usage is counted. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The last days with today, oldest first. */
export const daysUntil = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => dayOf(now - (count - 1 - i) * dayMs))

export function useUsage(days: readonly string[]) {
  const range = `from=${days[0]}&to=${days.at(-1)}`
  const usage = useQuery({
    queryKey: ['usage', range],
    queryFn: async () => (await ask<{ usage: UsageLine[] }>(`/v1/usage?${range}`)).usage,
  })
  const costs = useQuery({ queryKey: ['cost', range], queryFn: () => ask<Costs>(`/v1/cost?${range}&by=day`) })
  const people = useQuery({
    queryKey: ['usage-people'],
    queryFn: async (): Promise<Counted> => {
      const { total, items } = await ask<Listed<{ uid: string }>>('/v1/usage/people')
      return { total, items: items.map(({ uid, ...sums }) => ({ name: uid, ...sums })) }
    },
    // Who may not read people sees none, and all else.
    retry: false,
  })
  const places = useQuery({
    queryKey: ['usage-places'],
    queryFn: async (): Promise<Counted> => {
      const { total, items } = await ask<Listed<{ place: string }>>('/v1/usage/places')
      return { total, items: items.map(({ place, ...sums }) => ({ name: place, ...sums })) }
    },
  })
  const firstTexts = useQuery({
    queryKey: ['first-texts', range],
    queryFn: async () => (await ask<{ days: FirstTexts[] }>(`/v1/usage/first-texts?${range}`)).days,
  })
  const answers = useQuery({ queryKey: ['answers'], queryFn: () => ask<Answers>('/v1/answers?last=1000') })
  const limits = useQuery({
    queryKey: ['limits'],
    queryFn: () => ask<{ currency: string; items: Limit[] }>('/v1/limits'),
  })
  return { usage, costs, people, places, firstTexts, answers, limits }
}

/** Sums of the same name, the largest first. */
export function summed<Line>(lines: readonly Line[], nameOf: (line: Line) => string, count: (line: Line) => number) {
  const sums = new Map<string, number>()
  for (const line of lines) sums.set(nameOf(line), (sums.get(nameOf(line)) ?? 0) + count(line))
  return [...sums].sort(([, a], [, b]) => b - a)
}

export const tokensOf = ({ inputTokens, outputTokens }: Pick<UsageLine, 'inputTokens' | 'outputTokens'>): number =>
  inputTokens + outputTokens

const whole = new Intl.NumberFormat(locale)
export const number = (value: number): string => whole.format(value)
/** Of millionths. A currency that nobody knows stands behind its number. */
export function money(millionths: number, currency: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(millionths / 1e6)
  } catch {
    return `${new Intl.NumberFormat(locale, digits).format(millionths / 1e6)} ${currency}`
  }
}
export const seconds = (ms: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(ms / 1000)

/** What is saved: each line says what kind of figure it is, and leaves empty what that has not. */
export interface Figures {
  usage: readonly UsageLine[]
  costs: Costs
  people: Counted | undefined
  places: Counted
  firstTexts: readonly FirstTexts[]
}

const columns = [
  ...(['kind', 'day', 'agent', 'door', 'model', 'place', 'person', 'conversations', 'calls'] as const),
  ...(['inputTokens', 'outputTokens', 'tokens', 'money', 'currency', 'firstTextMedianMs', 'firstTextP95Ms'] as const),
]
type Row = Partial<Record<(typeof columns)[number], string | number>>

function rowsOf({ usage, costs, people, places, firstTexts }: Figures): Row[] {
  const counted = (kind: 'person' | 'place', of: Counted | undefined) =>
    (of?.items ?? []).map(({ name, ...sums }): Row => ({ kind, [kind]: name, ...sums }))
  return [
    ...usage.map((line): Row => ({ kind: 'usage', ...line })),
    ...costs.lines.map(({ day, agent, model, calls, inputTokens, outputTokens, money }): Row => {
      return {
        kind: 'cost',
        day,
        agent,
        model,
        calls,
        inputTokens,
        outputTokens,
        money: money / 1e6,
        currency: costs.currency,
      }
    }),
    ...counted('place', places),
    ...counted('person', people),
    ...firstTexts.map(
      ({ day, answers, medianMs, p95Ms }): Row => ({
        ...{ kind: 'first text', day, conversations: answers, firstTextMedianMs: medianMs, firstTextP95Ms: p95Ms },
      }),
    ),
  ]
}

/** Cells are quoted, and none begins as a formula does in a spreadsheet. */
export function csvOf(figures: Figures): string {
  const cell = (value: string | number) => {
    const text = String(value)
    return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  }
  return [columns, ...rowsOf(figures).map((row) => columns.map((name) => row[name] ?? ''))]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
}
