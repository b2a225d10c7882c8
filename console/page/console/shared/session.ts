import { useQuery } from '@tanstack/react-query'
import { ask } from './api.ts'

/** Whoever is signed in. `adminOf`: all agents, or these. */
export interface Me {
  account: string
  person: string
  owner: boolean
  /** Whether it is the playground’s account. */
  plays: boolean
  /** Whether it is the account of whoever runs Parley. */
  operates: boolean
  adminOf: 'all' | readonly string[]
  expiresAt: number
  /** What there is to choose from. */
  choices: {
    /** What conversations may have come through. */
    doors: readonly { id: string; name: string }[]
    /** What keys may be let do. */
    scopes: readonly string[]
    eventTypes: readonly string[]
  }
}

/** What pages somebody may see goes by it. */
export type Standing = Pick<Me, 'adminOf' | 'plays' | 'operates'>

/** As long as it is not known who is there. */
export const nobody: Standing = { adminOf: [], plays: false, operates: false }

export const meKey = ['me'] as const

export function useMe() {
  return useQuery({ queryKey: meKey, queryFn: () => ask<Me>('/console/api/me'), staleTime: 60_000 })
}
