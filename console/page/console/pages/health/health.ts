import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'
import { useLookEvery } from '../../shared/live.ts'
import { locale } from '../../shared/strings.ts'

export interface Waiting {
  waiting: number
  oldestSeconds: number
}

export interface Platform {
  id: string
  up: boolean
  connectedSince: string | null
  lastEventAt: string | null
}

export interface Process {
  name: string
  isAsked: boolean
  version: string
  roles: string[]
  startedAt: string
  conversations: number
}

export interface RefusedCall {
  platform: string
  installation: string
  call: string
  place: string | null
  code: string
  detail: string
  since: string
  lastAt: string
  count: number
}

export interface Warning {
  level: 'warn' | 'error'
  text: string
  why: string | null
  of: Record<string, string>
  since: string
  lastAt: string
  count: number
}

export interface State {
  version: string
  startedAt: string
  checks: Record<string, boolean>
  degraded: { what: string; why: string }[]
  platforms: Platform[]
  processes: Process[]
  backlog: Record<'messages' | 'webhooks' | 'dead', Waiting> | null
  running: number
  providers: { provider: string; state: 'closed' | 'half-open' | 'open' }[]
  memory: { residentBytes: number }
  disk: { freeBytes: number; totalBytes: number } | null
  refusing: { place: string; detail: string; since: string; count: number }[]
  refused: RefusedCall[]
  warnings: Warning[]
}

export interface Finding {
  what: string
  state: 'ok' | 'fault' | 'unknown'
  say: string
}

/** Where the connection is cut by which the server tells what has changed. */
const lookEveryMs = 5000
/**
 * The server tells as soon as something does not work, or does again. Some figures are never still: memory, disk, what waits and for how
 * long, what is being answered, when something came last. To be told of each change would be to look all the time, so they are as
 * old as this at most.
 */
const figuresEveryMs = 15_000

export function useHealth() {
  const refetchInterval = useLookEvery(lookEveryMs, figuresEveryMs)
  return useQuery({ queryKey: ['state'], queryFn: () => ask<State>('/v1/state'), refetchInterval })
}

/** Looks when it is told to: it asks the platforms and a model. */
export const useDoctor = () =>
  useMutation({
    mutationFn: async () => {
      const path = `/v1/state/doctor?language=${locale}`
      return (await ask<{ findings: Finding[] }>(path, { method: 'POST' })).findings
    },
  })
