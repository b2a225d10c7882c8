import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPacking } from '../lib/packing.ts'

export interface BuiltPages {
  /** Where they were built to. */
  folder: string
  prefix: string
  /** Whether the address of the folder itself shows its page. */
  index: boolean
  /** They are too many for a route each: one route knows all that is below the prefix. */
  many?: boolean
  /** With each of its files. */
  headers: Readonly<Record<string, string>>
}

const textTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}
/** Packed already, each in its own way. */
const packedTypes: Readonly<Record<string, string>> = {
  '.gif': 'image/gif',
  '.ico': 'image/vnd.microsoft.icon',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * The files of a page, each at an address of its own: every other one stays unknown. What there is is looked for once. Answers with what
 * sends its `index.html`, for further addresses that show it.
 */
export async function servePages(app: FastifyInstance, pages: BuiltPages): Promise<Send> {
  const { folder, prefix, index, many = false, headers } = pages
  const sends = new Map<string, Send>()
  for (const entry of await entriesOf(app, folder)) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    const send = sendFile(file, path, headers)
    sends.set(path, send)
    if (!index || entry.name !== 'index.html') continue
    const at = path.slice(0, -entry.name.length)
    sends.set(at, send)
    if (at !== '') sends.set(at.slice(0, -1), send)
  }
  if (many) {
    app.get<{ Params: { '*': string } }>(`${prefix}*`, async (request, reply) => {
      const send = sends.get(request.params['*'])
      return send ? send(request, reply) : reply.callNotFound()
    })
  } else {
    for (const [path, send] of sends) app.get(prefix + path, send)
  }
  return sends.get('index.html') ?? (async (_request, reply) => reply.callNotFound())
}

async function entriesOf({ log }: FastifyInstance, folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true })
  } catch (err) {
    log.warn({ err }, 'a page was not built')
    return []
  }
}

function sendFile(file: string, path: string, own: BuiltPages['headers']): Send {
  const kind = extname(file)
  const textType = textTypes[kind]
  const type = textType ?? packedTypes[kind] ?? 'application/octet-stream'
  const pack = createPacking(() => readFile(file), { isText: textType !== undefined })
  // Built files carry a hash of their content in their names there.
  const kept = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return async (request, reply) => {
    const { status, headers, body } = await pack(request.headers)
    return reply
      .code(status)
      .headers({ ...own, ...headers, 'cache-control': kept, 'content-type': type })
      .send(body)
  }
}
