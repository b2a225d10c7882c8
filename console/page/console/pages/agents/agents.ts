import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, askAll, Refused } from '../../shared/api.ts'
import { locale, strings } from '../../shared/strings.ts'

export interface AgentLine {
  id: string
  version: number
  displayName: string
  description: string
  scope: 'public' | 'private'
  llm: string | null
}

export interface Conflict {
  path: string
  live: string
  draft: string
}

export interface DraftChange {
  author: string
  at: string
  /** What was done, and what it says besides, in the reader’s language. */
  deed: string
  told: string
}

/** The draft of an agent, or what is live where there is none. */
export interface Draft {
  agent: string
  version: number
  revision: string
  document: Document
  draft: { author: string; updatedAt: string; changes: DraftChange[] } | null
  undo: string | null
  conflicts: Conflict[]
  warnings?: Fault[]
}

export interface Document {
  agent: { displayName: string }
  rules: Rule[]
  [part: string]: unknown
}

export interface Rule {
  when: string[]
  say: string | string[]
  options?: string[]
  [part: string]: unknown
}

export interface Fault {
  path: string
  message: string
}

export const pathOf = (agent: string, more = ''): string => `/v1/agents/${encodeURIComponent(agent)}${more}`
export const keyOf = (agent: string, ...more: string[]) => ['agent', agent, ...more]

export const useAgents = () => useQuery({ queryKey: ['agents'], queryFn: () => askAll<AgentLine>('/v1/agents') })
export const useDraft = (agent: string) =>
  useQuery({ queryKey: keyOf(agent, 'draft'), queryFn: () => ask<Draft>(pathOf(agent, `/draft?language=${locale}`)) })

export const nameOf = (author: string): string => (author === 'cli' ? strings.machine : author)

export interface Change {
  method: string
  path: string
  body?: unknown
  /** The state it is made upon. */
  upon?: string | undefined
}

/** Changes an agent, after which all that is shown of it is looked at anew. */
export function useChange<Answer>(agent: string) {
  const queries = useQueryClient()
  return useMutation<Answer, Error, Change>({
    mutationFn: ({ method, path, body, upon }) =>
      ask<Answer>(pathOf(agent, `${path}${path.includes('/form') ? `?language=${locale}` : ''}`), {
        method,
        ...(body !== undefined && { body }),
        ...(upon !== undefined && { match: upon }),
      }),
    // Also where it was refused: somebody else may have changed it.
    onSettled: () => refresh(queries, agent),
  })
}

export const refresh = (queries: QueryClient, agent: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: keyOf(agent) }),
    queries.invalidateQueries({ queryKey: ['agents'] }),
  ])

/** Somebody else was faster. */
export const isOvertaken = (error: Error | null): boolean => error instanceof Refused && error.status === 412

/** Where two documents differ, by the names of their parts. */
export function movedPaths(before: unknown, after: unknown, at = ''): string[] {
  if (Object.is(before, after)) return []
  const [old, now] = [partsOf(before), partsOf(after)]
  if (!old || !now) return JSON.stringify(before) === JSON.stringify(after) ? [] : [at]
  const step = (name: string) => (Array.isArray(after) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`)
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
    movedPaths(old[name], now[name], step(name)),
  )
}

const partsOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
