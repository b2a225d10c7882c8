import type { FastifyReply } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { agentIdIn } from '../../store/apart.ts'
import type { AnyCall, Operation } from './operation.ts'

/**
 * A state that has moved on since the caller saw it: theirs to look at again, and to decide. It is told what it is now and, where that is
 * known, what has changed of it. Every other error is passed on.
 */
export async function movedError(
  { matches }: Operation,
  { house, by, path, match }: AnyCall,
  error: unknown,
  reply: FastifyReply,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'changed_since' || match === undefined) return error
  const now = await house.admin.drafts.movedSince(agentIdIn(by.account, path.agent), by, match)
  reply.header('etag', `"${matches === 'version' ? `v${now.version}` : now.revision}"`)
  const faults = now.places.map((path) => ({ path, message: 'has changed since' }))
  return new AppError('changed_since', error.say, { status: 412, faults })
}
