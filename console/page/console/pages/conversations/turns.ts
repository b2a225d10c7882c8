import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'
import { useLookEvery } from '../../shared/live.ts'
import { locale } from '../../shared/strings.ts'

/** One of a list: no word of what was said stands in it. */
export interface Turn {
  id: string
  agent: string
  uid: string
  door: string
  place: string | null
  outcome: string
  votes: { good: number; bad: number }
  ms: number | null
  model: string | null
  tokens: number
  startedAt: string
}

export interface Filter {
  agent?: string | undefined
  door?: string | undefined
  uid?: string | undefined
  outcome?: string | undefined
  rating?: string | undefined
  place?: string | undefined
  /** Days, as the browser's own calendar has them: `2026-11-21`, both inclusive. */
  since?: string | undefined
  until?: string | undefined
  /** What was said or answered. */
  words?: string | undefined
}

/** What is told of one, as far as it is shown. */
export interface TurnDetail {
  id: string
  agent: string
  version: number
  uid: string
  trace: Trace | null
  wire: WireOf | null
  votes: { good: number; bad: number }
  attempts: number
  startedAt: string
  said: { role: 'user' | 'assistant'; text: string }[]
  story: string[]
}

/** A call that showed an answer; times in milliseconds. */
export interface WireCall {
  do: string
  n: number
  at: number
  waited: number
  ms: number
  end: 'ok' | 'limited' | 'refused' | 'unknown'
  code?: string
  retryMs?: number
}

export interface WireOf {
  calls: WireCall[]
  leftOut: number
}

export interface Trace {
  source: string
  ms: number
  rule?: { phrase: string; score: number; threshold: number; words?: string[] }
  knowledge?: {
    threshold: number
    passages: { id: number; source: string; title: string; score: number; excerpt?: string; url?: string }[]
  }
  model?: {
    id: string
    upstream: string
    rounds: number
    inputTokens?: number
    outputTokens?: number
    firstTextMs?: number
    ms: number
  }
  tools?: { name: string; policy: string; outcome: string; ms: number }[]
  webhooks?: { name: string; why: string; outcome: number | string; ms: number }[]
}

/** What is shown for longer than so many seconds is looked at by a reload. */
const mostLooks = 60
/** New turns come in at the top while the page is looked at. */
const lookEveryMs = 5000

export function useTurns(filter: Filter) {
  const everyMs = useLookEvery(lookEveryMs)
  return useInfiniteQuery({
    queryKey: ['turns', filter],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const times = { since: dayAt(filter.since, 0), until: dayAt(filter.until, 1) }
      const given = Object.entries({ ...filter, ...times, cursor: pageParam }).filter(([, value]) => value)
      return ask<{ items: Turn[]; next: string | null }>(
        `/v1/turns?${new URLSearchParams(given as [string, string][]).toString()}`,
      )
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    // Each search stands in the log of changes: it is done once.
    staleTime: filter.words ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: (query) => (filter.words || (query.state.data?.pages.length ?? 0) > 1 ? false : everyMs),
  })
}

/** When a day begins here, `later` days after it. */
function dayAt(day: string | undefined, later: number): string | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (!year || !month || !date) return undefined
  return new Date(year, month - 1, date + later).toISOString()
}

/** `isWhole`: until it is, it is looked at again, each second and not for ever. */
export function useTurn(id: string, isWhole: (turn: TurnDetail) => boolean = () => true) {
  return useQuery({
    queryKey: ['turn', id],
    queryFn: () => ask<TurnDetail>(`/v1/turns/${encodeURIComponent(id)}?language=${locale}`),
    staleTime: 60_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && !isWhole(data) && dataUpdateCount < mostLooks ? 1000 : false,
  })
}

export function useAgents() {
  return useQuery({
    queryKey: ['agents'],
    queryFn: async () => (await ask<{ items: { id: string; displayName: string }[] }>('/v1/agents?limit=200')).items,
    staleTime: 60_000,
  })
}
