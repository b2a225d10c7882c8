import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

type Handle = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Lets in what programs of this machine ask, and no page of another site: neither one that asks from where it is, which says its origin,
 * nor one that has a name of its own lead here, and would read what it is answered.
 */
export const ownDoor =
  (handle: Handle): Handle =>
  (req, res) =>
    isForeign(req) ? void res.writeHead(403, { 'content-type': 'text/plain' }).end(refused) : handle(req, res)

const refused = 'This is for programs on this machine alone, by the name of localhost or its address.\n'

/** The same of whoever wants to keep a connection open. */
export function isForeign({ headers: { host = '', origin } }: IncomingMessage): boolean {
  const { hostname = '' } = URL.parse(`http://${host}`) ?? {}
  const isHere = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return !isHere || (origin !== undefined && URL.parse(origin)?.host !== host)
}

/** What nobody can guess, for a stand-in that is somebody's own. */
export const newSecret = (): string => randomBytes(24).toString('base64url')
