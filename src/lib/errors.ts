import type { Texts } from './language.ts'

/**
 * An error that knows what the person should hear. `code` is stable snake_case; `say` is a clear sentence: what is wrong and
 * what to do. Anything else that is thrown is logged and said as "something went wrong".
 */
export class AppError extends Error {
  readonly code: string
  readonly say: string | Texts
  /** The HTTP status that fits, for doors that have one. */
  readonly status: number
  readonly faults: readonly Fault[]
  readonly retryAfterMs: number | undefined

  constructor(
    code: string,
    say: string | Texts,
    options: { status?: number; faults?: readonly Fault[]; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(typeof say === 'string' ? say : say.en, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.say = say
    this.status = options.status ?? 400
    this.faults = options.faults ?? []
    this.retryAfterMs = options.retryAfterMs
  }
}

/** One thing wrong with an input. `path` is dotted, with `[n]` for items: `agent.llmSettings.temperature`. */
export interface Fault {
  path: string
  message: string
}
