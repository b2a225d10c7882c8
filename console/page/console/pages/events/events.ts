import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, askAll } from '../../shared/api.ts'

export interface Endpoint {
  id: string
  url: string
  types: string[]
  include: string[]
  status: 'on' | 'failing'
  failingSince: string | null
  outcome: string | null
  deliveredAt: string | null
  open: number
  dead: number
}

export interface Delivery {
  endpoint: string
  status: 'open' | 'delivered' | 'dead'
  attempts: number
  outcome: string | null
  settledAt: string | null
  nextAt: string | null
}

export interface Happened {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
  deliveries: Delivery[]
}

export interface Which {
  type: string
  isDead: boolean
}

const lookEveryMs = 10_000
const pageSize = 30

export const useEndpoints = () =>
  useQuery({
    queryKey: ['event-endpoints'],
    queryFn: () => askAll<Endpoint>('/v1/event-endpoints'),
    refetchInterval: lookEveryMs,
  })

export function useEvents({ type, isDead }: Which) {
  return useInfiniteQuery({
    queryKey: ['events', type, isDead],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => {
      const which = {
        order: 'newest',
        deliveries: 'true',
        limit: `${pageSize}`,
        after: `${pageParam}`,
        dead: `${isDead}`,
      }
      const query = new URLSearchParams({ ...which, ...(type && { type }) })
      return ask<{ items: Happened[]; next: number }>(`/v1/events?${query}`)
    },
    getNextPageParam: ({ items, next }) => (items.length < pageSize ? undefined : next),
    refetchInterval: lookEveryMs,
  })
}

/** A change, after which endpoints and events are looked at anew. */
export function useEventChange<Of, Answer>(change: (of: Of) => Promise<Answer>) {
  const queries = useQueryClient()
  const look = () =>
    Promise.all(['event-endpoints', 'events'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  return useMutation({ mutationFn: change, onSettled: look })
}

const pathOf = (id: string, more = '') => `/v1/event-endpoints/${encodeURIComponent(id)}${more}`

export const addEndpoint = (wanted: { url: string; types: readonly string[]; include: readonly string[] }) =>
  ask<{ id: string; secret: string }>('/v1/event-endpoints', { method: 'POST', body: wanted })
export const removeEndpoint = (id: string) => ask(pathOf(id), { method: 'DELETE' })
export const resendDead = (id: string) => ask<{ resent: number }>(pathOf(id, '/resend'), { method: 'POST' })
export const resend = ({ event, endpoint }: { event: string; endpoint: string }) =>
  ask<{ resent: number; open: number }>(
    `/v1/events/${encodeURIComponent(event)}/resend?endpoint=${encodeURIComponent(endpoint)}`,
    { method: 'POST' },
  )
