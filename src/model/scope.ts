import { z } from 'zod'

const areas = [
  'agents',
  'knowledge',
  'people',
  'turns',
  'usage',
  'places',
  'visitors',
  'messages',
  'keys',
  'account',
  'audit',
] as const

/** What a management key may be let do, and no more; a key without any may do all of it. */
export const scopes = areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const)
export const scopeSchema = z.enum(scopes)
export type Scope = z.output<typeof scopeSchema>
