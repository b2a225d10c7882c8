import { z } from 'zod'
import { knownAgentIdSchema } from '../../src/model/agent-id.ts'
import { originSchema } from '../../src/model/visitor.ts'
import type { PlatformSettings } from '../../src/ports/platform.ts'

export interface Site {
  /** Whom visitors talk with. */
  agent: string
  /** The origins of its pages. */
  origins: readonly string[]
  /** Whether visitors may talk of whom the site's server says nothing. */
  anonymous: boolean
}

export interface WebSettings {
  sites: readonly Site[]
  /** Requests in a minute. */
  perMinute: { visitor: number; address: number }
}

const perMinute = (usual: number) => z.int().min(1).max(100_000).default(usual)

const section = {
  sites: z
    .array(
      z.strictObject({
        agent: knownAgentIdSchema,
        origins: z.array(originSchema).min(1),
        anonymous: z.boolean().default(false),
      }),
    )
    .refine(
      (sites) => new Set(sites.map(({ agent }) => agent)).size === sites.length,
      'must name each agent once: give one site all of its origins',
    )
    .default([]),
  perMinute: z.strictObject({ visitor: perMinute(60), address: perMinute(300) }).prefault({}),
}

export const settings: PlatformSettings<WebSettings> = {
  env: z.object({}),
  section,
  faults: () => [],
  read: (_variables, section) => ((section as WebSettings).sites.length > 0 ? (section as WebSettings) : undefined),
}
