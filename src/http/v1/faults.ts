import { z } from 'zod'

/** As problems have them in `errors`. */
export const faultSchema = z.object({ path: z.string(), message: z.string() })
export const warningsSchema = z.array(faultSchema).describe('What was accepted but will not work as one might think.')

export const moment = z.string().describe('ISO 8601, UTC.')
export const isoOf = (at: number): string => new Date(at).toISOString()
export const isoOrNull = (at: number | null | undefined): string | null => (at == null ? null : isoOf(at))
