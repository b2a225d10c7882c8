import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'

interface Answered {
  text: string
  options: string[]
  source: string
}
export type End = 'different' | 'model' | 'unplayable' | 'same'

export interface ReplayedTurn {
  id: string
  at: string
  version: number
  end: End
  why: string | null
  what: string | null
  knowsOtherwise: boolean
  isAmid: boolean
  said: string
  before: Answered
  now: Answered | null
}

export interface Replay {
  agent: string
  against: 'draft' | 'live'
  version: number
  isDraft: boolean
  counts: Record<End, number>
  turns: ReplayedTurn[]
  tests: { said: string; says: string; end: End; now: Answered | null }[]
  isCut: boolean
}

export interface Wish {
  against: 'draft' | 'live'
  days: number
  turns: string[] | undefined
}

const at = (agent: string) => `/v1/agents/${encodeURIComponent(agent)}`

export const runReplay = (agent: string, { turns, ...wish }: Wish) =>
  ask<Replay>(`${at(agent)}/replay`, { method: 'POST', body: { ...wish, ...(turns && { turns }) } })

export const useReplay = (agent: string) => useMutation({ mutationFn: (wish: Wish) => runReplay(agent, wish) })

/** Keeps what would be answered now as a test of the draft. */
export function useKeep(agent: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ said, now }: { said: string; now: Answered }) => {
      const options = now.options.length > 0 ? { options: now.options } : {}
      return ask(`${at(agent)}/tests`, { method: 'POST', body: { said, says: now.text, ...options } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['draft parts', agent] }),
  })
}
