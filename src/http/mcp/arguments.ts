import type { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { faultsOf } from '../../lib/faults.ts'
import { sentences } from '../words/index.ts'

/** What a tool was given. 400 `invalid_request` names each fault. */
export function read<Output>(schema: z.ZodType<Output>, given: unknown): Output {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  throw new AppError('invalid_request', sentences.invalidArguments, {
    faults: faultsOf(schema, given ?? {}, parsed.error.issues),
  })
}
