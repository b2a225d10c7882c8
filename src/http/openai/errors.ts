import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { asAppError, detailOf, logFailure, retryAfter } from '../problems.ts'

/** As OpenAI shapes it. Its SDK reads nothing of a problem of RFC 9457. */
export interface OpenAiError {
  message: string
  type: string
  /** The first member of the body that is at fault. */
  param: string | null
  code: string
}

/** Some clients go by the codes of OpenAI: LangChain, for one, asks six times where a quota is used up and is not called so. */
const codes: Readonly<Record<string, string>> = {
  agent_not_found: 'model_not_found',
  too_many_requests: 'rate_limit_exceeded',
  budget_reached: 'insufficient_quota',
  conversation_cap_reached: 'insufficient_quota',
}

export function errorOf(error: AppError, request: FastifyRequest): OpenAiError {
  const [fault] = error.faults
  const said = detailOf(error, request)
  return {
    message: fault ? `${fault.path} ${fault.message}.` : said,
    type: typeOf(error),
    param: fault?.path ?? (error.code === 'agent_not_found' ? 'model' : null),
    code: codes[error.code] ?? error.code,
  }
}

function typeOf({ status, code }: AppError): string {
  if (codes[code] === 'insufficient_quota') return 'insufficient_quota'
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** In the middle of a stream. The SDK throws both. */
export const chatError = (error: OpenAiError): string => `data: ${JSON.stringify({ error })}\n\n`
export const responseError = (error: OpenAiError): string =>
  `event: error\ndata: ${JSON.stringify({ ...error, type: 'error', error })}\n\n`

/** Answers with what was thrown. There is no agent at such an address in OpenAI's protocol, but a model that is not found. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const error = asAppError(thrown)
  if (error.status >= 500) logFailure(log, request.id, error, thrown)
  const { retryAfterMs = error.status === 503 ? 1000 : undefined } = error
  if (retryAfterMs !== undefined) reply.header('retry-after', retryAfter(retryAfterMs))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  const status = error.code === 'agent_not_found' ? 404 : error.status
  reply.code(status).header('x-request-id', request.id)
  return reply.send({ error: errorOf(error, request) })
}
