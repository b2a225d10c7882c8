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

export interface Limit {
  scope: 'person' | 'role' | 'channel' | 'key' | 'server' | 'agent' | 'account'
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
  const costs = useQuery({ queryKey: ['cost', range], queryFn: () => ask<Costs>(`/v1/cost?${range}`) })
  const answers = useQuery({ queryKey: ['answers'], queryFn: () => ask<Answers>('/v1/answers?last=1000') })
  const limits = useQuery({
    queryKey: ['limits'],
    queryFn: () => ask<{ currency: string; items: Limit[] }>('/v1/limits'),
  })
  return { usage, costs, answers, limits }
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

/** Cells are quoted, and none begins as a formula does in a spreadsheet. */
export function csvOf(lines: readonly UsageLine[]): string {
  const cell = (value: string | number) => {
    const text = String(value)
    return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  }
  const names = ['day', 'agent', 'door', 'conversations', 'inputTokens', 'outputTokens'] as const
  return [names, ...lines.map((line) => names.map((name) => line[name]))]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
}
