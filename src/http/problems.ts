import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inLanguage } from '../admin/commands/words/faults.ts'
import { errorPath } from '../lib/error-path.ts'
import { AppError, type Fault } from '../lib/errors.ts'
import { type Language, languageOf } from '../lib/language.ts'
import type { Log } from '../lib/log.ts'
import { NoConnection } from '../store/no-connection.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { sentences } from './words/index.ts'

/** RFC 9457, with `code` as the stable name of what went wrong. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  errors?: readonly Fault[]
  /** Only where the cause is not shown: the log knows it by this id. */
  requestId?: string
}

export const problemType = 'application/problem+json; charset=utf-8'

const internal = () =>
  new AppError('internal_error', sentences.request.internal, {
    status: 500,
  })

/** What Fastify itself refuses, in our words. */
const refusals: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('body_too_large', sentences.request.bodyTooLarge, { status: 413 }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', sentences.request.mediaType, {
      status: 415,
    }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('invalid_content_length', sentences.request.contentLength),
  FST_ERR_BAD_URL: () => new AppError('invalid_path', sentences.request.badPath),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('uri_too_long', sentences.request.longPath, { status: 414 }),
}

/** What the caller may hear of an error: ours as they are, anything else as a 500 without its cause. */
export function asAppError(error: unknown): AppError {
  // What a database says of itself goes on as it is. Where there was no connection to it, nothing was done.
  if (error instanceof AppError && !isUnavailable(error.cause) && !(error.cause instanceof NoConnection)) return error
  if (isUnavailable(error)) {
    return new AppError('storage_unavailable', sentences.storageUnavailable, {
      status: 503,
      retryAfterMs: 5000,
      cause: error,
    })
  }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const refusal = typeof code === 'string' ? refusals[code] : undefined
  if (refusal) return refusal()
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', `${STATUS_CODES[statusCode] ?? 'Bad request'}.`, { status: statusCode })
  }
  return internal()
}

/** Answers with the problem that `error` is. What the caller is not told goes to the log. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const known = asAppError(error)
  const aborted = request.raw.destroyed && !request.raw.complete
  if (known.status >= 500 && !aborted) logFailure(log, request.id, known, error)
  // Whoever is told to come back is told when.
  const retryAfterMs = known.retryAfterMs ?? (known.status === 503 ? 1000 : undefined)
  if (retryAfterMs !== undefined) reply.header('retry-after', retryAfter(retryAfterMs))
  if (known.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'ApiKey')
  reply.code(known.status).header('content-type', problemType).header('x-request-id', request.id)
  return reply.send(JSON.stringify(problemOf(known, request)))
}

export function logFailure(log: Log, requestId: string, known: AppError, thrown: unknown): void {
  // Of a database that is away it says itself what there is to know.
  const err = isUnavailable(known) ? known : known.cause
  if (known === thrown)
    log.warn({ requestId, code: known.code, page: errorPath(known.code), err }, 'a request could not be served')
  else log.error({ requestId, err: thrown }, 'a request failed')
}

/** Of one answer: a body can hold tens of thousands. */
const faultLimit = 100

function problemOf(error: AppError, request: FastifyRequest): Problem {
  return {
    type: errorPath(error.code),
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: detailOf(error, request),
    code: error.code,
    ...(error.faults.length > 0 && { errors: faultsOf(error, request) }),
    ...(error.status === 500 && { requestId: request.id }),
  }
}

/** What is usually wrong is said in the language of `detail`; what is rare, in English. */
function faultsOf({ faults }: AppError, request: FastifyRequest): Fault[] {
  const language = languageOfClient(request)
  return faults.slice(0, faultLimit).map((fault) => ({ ...fault, message: inLanguage(fault.message, language) }))
}

const languageOfClient = ({ headers }: FastifyRequest): Language => languageOf(headers['accept-language'] ?? 'en')

/** The sentence in the language the client asks for; English if it asks for none. */
export function detailOf({ say }: Pick<AppError, 'say'>, request: FastifyRequest): string {
  return typeof say === 'string' ? say : say[languageOfClient(request)]
}

/** In whole seconds, never 0: a client that asks again at once would only hear the same. */
export function retryAfter(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}
