import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { sentences } from './words/index.ts'

/**
 * The name that a request was sent to, for the doors that judge by it. 400 `several_hosts` where it names several: Node hands on the
 * first of them, and whatever stands between may have gone by another (RFC 9112, 3.2).
 */
export function hostOf({ headers: { host = '' }, raw: { rawHeaders } }: FastifyRequest): string {
  const names = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host')
  if (names.length > 1) throw new AppError('several_hosts', sentences.request.hosts)
  return host
}
