import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRecord } from './args.ts'
import { readBody } from './body.ts'
import type { Faults } from './faults.ts'
import type { Interactions } from './interactions.ts'
import type { Pages } from './pages.ts'
import type { People } from './people.ts'
import { Mistake } from './presence.ts'
import type { Fault, Say, Submit } from './view.ts'
import type { Workspace } from './workspace.ts'

/** The page's requests; `path` is what follows the mount prefix, e.g. `events?user=U0ANN`. */
export type HandleClient = (req: IncomingMessage, res: ServerResponse, path: string) => void

/** Room for several files in base64. */
const BODY_LIMIT = 20_000_000

type Body = Record<string, unknown>
/** `strings`: fields that must be there; `optional`: those that may be, as strings too. */
interface Action {
  strings: string[]
  optional?: string[]
  run(body: never): unknown
}

export function createClient(parts: {
  workspace: Workspace
  people: People
  interactions: Interactions
  pages: Pages
  faults: Faults
  reconnect: () => void
}): HandleClient {
  const { workspace, people, interactions, pages, faults, reconnect } = parts

  const actions: Record<string, Action> = {
    'POST messages': {
      strings: ['user', 'channel', 'text'],
      optional: ['thread_ts'],
      run: (body: Say & Body) => ({ ts: people.say({ ...body, ...(body.files && { files: readFiles(body.files) }) }) }),
    },
    'PATCH messages': { strings: ['user', 'channel', 'ts', 'text'], run: people.edit },
    'DELETE messages': { strings: ['user', 'channel', 'ts'], run: people.remove },
    'POST actions': {
      strings: ['user', 'channel', 'ts', 'block_id', 'action_id'],
      optional: ['value'],
      run: interactions.press,
    },
    'POST shortcuts': { strings: ['user', 'channel', 'ts', 'callback_id'], run: interactions.shortcut },
    'POST stop': { strings: ['user', 'channel', 'thread_ts'], run: people.stopSession },
    'POST commands': { strings: ['user', 'channel', 'command', 'text'], run: interactions.command },
    'POST submit': { strings: ['user', 'view'], run: submit },
    'POST suggest': { strings: ['user', 'view', 'block_id', 'action_id', 'value'], run: interactions.suggest },
    'POST upload': { strings: ['user', 'name', 'mimetype', 'base64'], run: interactions.upload },
    'POST close': { strings: ['user', 'view'], run: interactions.close },
    'POST opened': { strings: ['user'], run: people.open },
    'PUT faults': { strings: [], run: (body: Body) => setFaults(body['faults']) },
    'POST reconnect': { strings: [], run: () => reconnect() },
  }

  /** The page closes the form, or shows what is wrong with it. */
  async function submit(body: Submit & Body): Promise<unknown> {
    if (!isRecord(body.values) || !Object.values(body.values).every(isRecord)) {
      throw new Mistake('values must be objects by block_id and action_id')
    }
    const response = await interactions.submit(body)
    const { response_action, errors } = isRecord(response) ? response : {}
    return response_action === 'errors' ? { response_action, errors } : {}
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
    const file = workspace.files.get(id)
    if (!file) throw new Mistake(`There is no file ${id}`, 404)
    // A file from one person must not become a script in the page of another.
    const safety = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }
    res.writeHead(200, { 'content-type': file.mimetype, 'content-length': file.bytes.length, ...safety })
    res.end(file.bytes)
  }

  async function route(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const { pathname, searchParams } = new URL(path.replace(/^\/*/, '/'), 'http://localhost')
    const [resource = '', id] = pathname.slice(1).split('/')
    if (req.method === 'GET' && resource === 'events') return pages.open(res, searchParams.get('user'))
    if (req.method === 'GET' && resource === 'files' && id) return download(res, id)
    const name = `${req.method} ${pathname.slice(1)}`
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new Mistake(`There is nothing at ${name}`, 404)
    const body = await readJson(req)
    for (const field of action.strings) {
      if (typeof body[field] !== 'string') throw new Mistake(`${field} must be a string`)
    }
    for (const field of action.optional ?? []) {
      if (body[field] !== undefined && typeof body[field] !== 'string') throw new Mistake(`${field} must be a string`)
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

function readFiles(files: unknown): NonNullable<Say['files']> {
  const isFile = (file: unknown): boolean =>
    isRecord(file) && ['name', 'mimetype', 'base64'].every((field) => typeof file[field] === 'string')
  if (!Array.isArray(files) || !files.every(isFile))
    throw new Mistake('files must be an array of {name, mimetype, base64}')
  return files as NonNullable<Say['files']>
}

async function readJson(req: IncomingMessage): Promise<Body> {
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
