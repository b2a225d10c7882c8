import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'

export type What =
  | 'model'
  | 'webhook'
  | 'tool'
  | 'events'
  | 'embeddings'
  | 'transcription'
  | 'moderation'
  | 'mail'
  | 'telemetry'
export type Kept = 'words' | 'reasons' | 'calls' | 'events' | 'spending' | 'state' | 'changes'

export interface Trust {
  hears: { place: string; agent: string; mode: string; all: boolean; by: string | null; since: string | null }[]
  destinations: { host: string; what: What; agent: string | null; name: string | null }[]
  kept: { what: Kept; days: number | null }[]
  agents: { agent: string; days: number }[]
}

export const useTrust = () => useQuery({ queryKey: ['trust'], queryFn: () => ask<Trust>('/v1/trust') })

const of = (person: string) => `/v1/people/${encodeURIComponent(person)}`

export interface Person {
  agents: Record<string, unknown>
}

/** Everything that is kept of somebody. */
export const useExport = () => useMutation({ mutationFn: (person: string) => ask<Person>(`${of(person)}/export`) })

export interface Receipt {
  receipt: string
  at: string
  rows: number
}

export const useForget = () =>
  useMutation({ mutationFn: (person: string) => ask<Receipt>(`${of(person)}/forget`, { method: 'POST' }) })
