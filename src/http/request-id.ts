import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What somebody in front of us may call a request: nothing that could be mistaken for more than a name where it is logged. */
const named = /^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$/

/** The id of a request: the one it comes with in `X-Request-Id`, if that is a name, else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && named.test(given) ? given : randomUUID()
}
