import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, type Page } from '../../shared/api.ts'
import { useLookEvery } from '../../shared/live.ts'

export type State = 'waiting' | 'taken' | 'closed'

export interface Handover {
  id: string
  agent: string
  uid: string
  door: string
  state: State
  ended: string | null
  why: 'wish' | 'scenario' | 'thumb' | 'unanswered'
  takenBy: string | null
  askedAt: string
  takenAt: string | null
  closedAt: string | null
}

export interface Said {
  role: 'user' | 'assistant'
  text: string
}

export interface HandoverDetail extends Handover {
  summary: string
  said: Said[]
  since: (Said & { at: string })[]
}

const lookEveryMs = 5000

export function useHandovers(state: 'open' | 'closed') {
  const everyMs = useLookEvery(lookEveryMs)
  return useQuery({
    queryKey: ['handovers', state],
    queryFn: () => ask<Page<Handover>>(`/v1/handovers?limit=100&state=${state}`),
    refetchInterval: everyMs,
  })
}

export function useHandover(id: string) {
  const everyMs = useLookEvery(lookEveryMs)
  return useQuery({
    queryKey: ['handover', id],
    queryFn: () => ask<HandoverDetail>(`/v1/handovers/${id}`),
    refetchInterval: ({ state }) => (state.data?.state === 'closed' ? false : everyMs),
  })
}

export type Act = 'take' | 'back' | 'close'

/** Whatever comes of it, both are looked at again: somebody else may have been faster. */
export function useActs(id: string) {
  const queries = useQueryClient()
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['handovers'] }),
      queries.invalidateQueries({ queryKey: ['handover', id] }),
    ])
  const act = useMutation({
    mutationFn: ({ what, name }: { what: Act; name: string }) =>
      ask(`/v1/handovers/${id}/${what}`, { method: 'POST', body: { name } }),
    onSettled,
  })
  const say = useMutation({
    mutationFn: (body: { text: string; name: string }) => ask(`/v1/handovers/${id}/messages`, { method: 'POST', body }),
    onSettled,
  })
  return { act, say }
}
