import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from './body.ts'
import { isRecord, type Json } from './json.ts'
import { Mistake } from './mistake.ts'

/** The page's requests; `path` is what follows the mount prefix, e.g. `events?user=U0ANN`. */
export type HandleClient = (req: IncomingMessage, res: ServerResponse, path: string) => void

/** Something that a person does in the page. */
export interface ClientAction {
  /** Fields that must be there. */
  strings: string[]
  /** Fields that may be there, as strings too. */
  optional?: string[]
  /** Gives what is answered, if anything. */
  run(body: never): unknown
}

export interface ClientParts<Fault> {
  /** By method and path: `POST messages`. */
  actions: Record<string, ClientAction>
  faults: { set(faults: Fault[]): void }
  /** Answers with the stream of what this person sees. */
  events(res: ServerResponse, query: URLSearchParams): void
  file(id: string): { type: string; bytes: Buffer } | undefined
}

/** Room for several files in base64. */
const BODY_LIMIT = 40_000_000

export function createClientHandler<Fault>({ actions, faults, events, file }: ClientParts<Fault>): HandleClient {
  const all: Record<string, ClientAction> = {
    ...actions,
    'PUT faults': { strings: [], run: (body: Json) => setFaults(body['faults']) },
  }

  function setFaults(list: unknown): void {
    if (!Array.isArray(list) || !list.every(isRecord)) throw new Mistake('faults must be an array of faults')
    try {
      faults.set(list as Fault[])
    } catch (error) {
      throw new Mistake((error as Error).message)
    }
  }

  function download(res: ServerResponse, id: string): void {
    const found = file(id)
    if (!found) throw new Mistake(`There is no file ${id}`, 404)
    // A file from one person must not become a script in the page of another.
    const safety = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }
    res.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length, ...safety })
    res.end(found.bytes)
  }

  async function route(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const { pathname, searchParams } = new URL(path.replace(/^\/*/, '/'), 'http://localhost')
    const [resource = '', id] = pathname.slice(1).split('/')
    if (req.method === 'GET' && resource === 'events') return events(res, searchParams)
    if (req.method === 'GET' && resource === 'files' && id) return download(res, id)
    const name = `${req.method} ${pathname.slice(1)}`
    const action = Object.hasOwn(all, name) ? all[name] : undefined
    if (!action) throw new Mistake(`There is nothing at ${name}`, 404)
    const body = await readJson(req)
    const isMissing = (field: string): boolean => typeof body[field] !== 'string'
    const wrong =
      action.strings.find(isMissing) ?? action.optional?.find((field) => body[field] !== undefined && isMissing(field))
    if (wrong !== undefined) throw new Mistake(`${wrong} must be a string`)
    reply(res, 200, (await action.run(body as never)) ?? {})
  }

  return (req, res, path) => {
    route(req, res, path).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) return void res.destroy()
      if (error instanceof Mistake) return reply(res, error.status, { error: error.message })
      reply(res, 500, { error: String(error) })
    })
  }
}

function reply(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

async function readJson(req: IncomingMessage): Promise<Json> {
  const bytes = await readBody(req, BODY_LIMIT)
  if (!bytes) throw new Mistake(`A request has at most ${BODY_LIMIT} bytes`, 413)
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8') || '{}')
  } catch {
    throw new Mistake('The body is not JSON')
  }
  if (!isRecord(body)) throw new Mistake('The body must be a JSON object')
  return body
}
