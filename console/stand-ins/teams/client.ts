import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../shared/body.ts'
import { isRecord, type Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import type { Faults } from './faults.ts'
import type { Outcome } from './interactions.ts'
import type { Pages } from './pages.ts'
import type { People } from './people.ts'
import type { Presses } from './presses.ts'
import type { Fault } from './view.ts'
import type { World } from './world.ts'

/** The page's requests; `path` is what follows the mount prefix, e.g. `events?user=…`. */
export type HandleClient = (req: IncomingMessage, res: ServerResponse, path: string) => void

/** Room for several files in base64. */
const BODY_LIMIT = 40_000_000

/** `strings`: fields that must be there; `run`: gives what is answered, if anything. */
interface Action {
  strings: string[]
  run(body: never): unknown
}

export function createClient(parts: {
  world: World
  people: People
  presses: Presses
  pages: Pages
  faults: Faults
}): HandleClient {
  const { world, people, presses, pages, faults } = parts
  const at = ['user', 'conversation', 'message']
  const where = ['user', 'conversation']

  /** How it ended is told to the page as an event; what cannot be done at all is the answer. */
  const begun = (act: (body: never) => Promise<Outcome>) => async (body: never) => {
    const outcome = act(body)
    const early = await Promise.race([
      outcome.then(
        () => undefined,
        (error: unknown) => error,
      ),
      new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
    ])
    if (early !== undefined) throw early
    outcome.catch(() => {})
  }

  const table: Record<string, Action> = {
    'POST messages': { strings: [...where, 'text'], run: (body) => ({ id: people.say(body) }) },
    'PATCH messages': { strings: [...at, 'text'], run: people.edit },
    'DELETE messages': { strings: at, run: people.remove },
    'POST undelete': { strings: at, run: people.undelete },
    'POST actions': { strings: at, run: begun(presses.press) },
    'POST suggestions': { strings: [...at, 'title'], run: begun(presses.choose) },
    'POST dialogs': { strings: ['user'], run: begun(presses.submit) },
    'DELETE dialogs': { strings: ['user'], run: ({ user }: Json & { user: string }) => presses.dismiss(user) },
    'POST feedback': { strings: [...at, 'reaction'], run: begun(presses.feedback) },
    'POST stop': { strings: at, run: people.stopStream },
    'POST reactions': { strings: [...at, 'reaction'], run: people.react },
    'POST commands': { strings: [...where, 'title'], run: (body) => ({ id: people.run(body) }) },
    'POST installs': { strings: where, run: people.install },
    'PUT faults': { strings: [], run: (body: Json) => setFaults(body['faults']) },
  }

  function setFaults(list: unknown): void {
    if (!Array.isArray(list) || !list.every(isRecord)) throw new Mistake('faults must be an array of faults')
    try {
      faults.set(list as unknown as Fault[])
    } catch (error) {
      throw new Mistake((error as Error).message)
    }
  }

  function download(res: ServerResponse, id: string): void {
    const file = world.files.get(id)
    if (!file) throw new Mistake(`There is no file ${id}`, 404)
    const bytes = Buffer.from(file.base64, 'base64')
    // A file from one person must not become a script in the page of another.
    const safety = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }
    res.writeHead(200, { 'content-type': file.type, 'content-length': bytes.length, ...safety })
    res.end(bytes)
  }

  async function route(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const { pathname, searchParams } = new URL(path.replace(/^\/*/, '/'), 'http://localhost')
    const [resource = '', id] = pathname.slice(1).split('/')
    if (req.method === 'GET' && resource === 'events') return pages.open(res, searchParams.get('user'))
    if (req.method === 'GET' && resource === 'files' && id) return download(res, id)
    const name = `${req.method} ${pathname.slice(1)}`
    const action = Object.hasOwn(table, name) ? table[name] : undefined
    if (!action) throw new Mistake(`There is nothing at ${name}`, 404)
    const body = await readJson(req)
    for (const field of action.strings) {
      if (typeof body[field] !== 'string') throw new Mistake(`${field} must be a string`)
    }
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
