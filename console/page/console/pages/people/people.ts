import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, askAll, type Page } from '../../shared/api.ts'
import { locale } from '../../shared/strings.ts'

export interface Role {
  person: string
  role: 'owner' | 'admin' | 'blocked'
  agent: string | null
  by: string
  at: string
}

export interface Key {
  id: string
  kind: 'management' | 'conversation' | 'agent'
  agent: string | null
  name: string
  hint: string
  scopes: string[] | null
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}

export interface PersonLink {
  uid: string
  person: string
  linkedAt: string
}

export interface Installation {
  platform: string
  id: string
  name: string
  status: string
  since: string
  removedAt: string | null
}

interface Account {
  uid: string
  name: string
  plan: string
  apiEnabled: boolean
}

interface NewKey {
  kind: Key['kind']
  name: string
  agent?: string
  scopes?: readonly string[]
  expiresAt?: string
}

interface Change {
  n: number
  at: string
  actor: string
  /** What was done, and what the row says besides, in the reader’s language. */
  deed: string
  told: string
}

export const useRoles = () =>
  useQuery({ queryKey: ['roles'], queryFn: async () => (await ask<{ roles: Role[] }>('/v1/roles')).roles })
export const useAllKeys = () => useQuery({ queryKey: ['keys'], queryFn: () => askAll<Key>('/v1/keys') })
export const useLinks = () => useQuery({ queryKey: ['links'], queryFn: () => askAll<PersonLink>('/v1/links') })
export const useInstallations = () =>
  useQuery({ queryKey: ['installations'], queryFn: () => askAll<Installation>('/v1/installations') })

export const useAccount = () => useQuery({ queryKey: ['account'], queryFn: () => ask<Account>('/v1/account') })
export const useAgentIds = () =>
  useQuery({
    queryKey: ['agents', 'ids'],
    queryFn: async () => (await askAll<{ id: string }>('/v1/agents')).map(({ id }) => id),
  })

export function useAudit() {
  return useInfiniteQuery({
    queryKey: ['audit'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ask<Page<Change>>(
        `/v1/audit?language=${locale}&limit=20${pageParam && `&cursor=${encodeURIComponent(pageParam)}`}`,
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

export function useVerify() {
  return useMutation({
    mutationFn: () =>
      ask<{ rows: number; broken: { n: number; why: string } | null }>('/v1/audit/verify', {
        method: 'POST',
        body: {},
      }),
  })
}

/** A change, after which everything here is looked at anew. */
export function useChange<Of>(change: (of: Of) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queries.invalidateQueries() })
}

export const takeRole = ({ person, agent }: Role) =>
  ask(`/v1/roles/${encodeURIComponent(person)}${agent === null ? '' : `?agent=${encodeURIComponent(agent)}`}`, {
    method: 'DELETE',
  })
export const unlink = (uid: string) => ask(`/v1/links/${encodeURIComponent(uid)}`, { method: 'DELETE' })
export const giveRole = ({ person, ...role }: Pick<Role, 'person' | 'role'> & { agent?: string }) =>
  ask(`/v1/roles/${encodeURIComponent(person)}`, { method: 'PUT', body: role })
export const issueKey = (wanted: NewKey) =>
  ask<{ id: string; key: string }>('/v1/keys', { method: 'POST', body: wanted })
export const switchApi = (apiEnabled: boolean) => ask('/v1/account', { method: 'PATCH', body: { apiEnabled } })
export const revokeKey = (id: string) => ask(`/v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })
export const decide = ({ platform, id, status }: { platform: string; id: string; status: 'approved' | 'refused' }) =>
  ask(`/v1/installations/${encodeURIComponent(platform)}/${encodeURIComponent(id)}`, {
    method: 'PUT',
    body: { status },
  })
