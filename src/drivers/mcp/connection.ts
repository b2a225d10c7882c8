import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import {
  Client,
  InsufficientScopeError,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { type ServedTool, type ToolOutcome, type ToolProgram, Unauthorized } from '../../ports/tools.ts'
import { type Besides, besidesOf, callBesides, isBesides } from './besides.ts'

/** For looking a server up and reading its list; nobody waits longer for what they may not need. */
const listMs = 5000
/** For a program to begin: runtimes load a second or more under load. */
const startMs = 15_000
/** For one call. The SDK alone would wait for a minute, and for ever while a server pings. */
const callMs = 30_000
/** Of what a tool gives, in UTF-16 units. */
const maxText = 40_000
const maxTools = 200
/** Of one message of a program, as of one response over HTTP. */
const maxMessage = 4_000_000
const maxLine = 500

/** The SDK's own would hold the whole process up for a pattern such as `^(a+)+$`: what a tool gives is only quoted. */
const believing = { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) }

/** `isLost`: the connection is of no use any more. */
type Called = ToolOutcome & { isLost?: true }

/** One server of the Model Context Protocol, by Streamable HTTP, in whichever era of the protocol it speaks. */
export interface Connection {
  list(signal: AbortSignal): Promise<ServedTool[]>
  call(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Called>
  close(): Promise<void>
}

/** A server that is reached by HTTP, or a program whose standard input and output it speaks by. */
export type ConnectionParts =
  | {
      url: string
      headers: Readonly<Record<string, string>>
      fetch(url: string | URL, init?: object): Promise<Response>
    }
  | { program: ToolProgram; onLine(line: string): void }

/** `onClosed`: it has ended, whoever ended it. */
export async function connect(parts: ConnectionParts, signal: AbortSignal, onClosed: () => void): Promise<Connection> {
  const mode = 'program' in parts ? 'legacy' : 'auto'
  const client = new Client(
    { name: 'parley', version: '1' },
    // Neither sampling, roots nor elicitation is declared, so that no server asks for them. To find out what era a program speaks
    // the SDK would start a second one.
    { capabilities: {}, versionNegotiation: { mode }, jsonSchemaValidator: believing as never },
  )
  client.onclose = onClosed
  const refusal = { isTold: false }
  const transport = transportOf(parts, refusal)
  /** Whatever the SDK makes of it. */
  const told = (error: unknown) => (refusal.isTold ? new Unauthorized('the server does not take the token') : error)
  try {
    await within('program' in parts ? startMs : listMs, signal, (options) => client.connect(transport, options))
  } catch (error) {
    // A program that says nothing is not left behind.
    await transport.close().catch(() => {})
    throw told(error)
  }

  /** Its tools, by the names that it gives them. */
  let own: ReadonlySet<string> = new Set()
  return {
    async list(signal) {
      try {
        const [tools, besides] = await within(listMs, signal, (options) => listOf(client, options))
        own = new Set(tools.map(({ name }) => name))
        // A tool of such a name is the server's own.
        return [...tools.slice(0, maxTools), ...besides.filter(({ name }) => !own.has(name))].map(servedTool)
      } catch (error) {
        throw told(error)
      }
    },

    async call(name, input, signal) {
      try {
        if (isBesides(name) && !own.has(name)) {
          const text = await within(callMs, signal, (options) => callBesides(client, name, input, options))
          return { outcome: 'done', text: bounded(text) }
        }
        const result = await within(callMs, signal, (options) =>
          client.callTool({ name, arguments: { ...input } }, options),
        )
        const files = filesOf(result as Given)
        const text = bounded(textOf(result as Given))
        return { outcome: result.isError ? 'failed' : 'done', text, ...(files.length > 0 && { files }) }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof InsufficientScopeError)
          return { outcome: 'unauthorized', text: 'the server wants wider leave', scope: error.requiredScope ?? '' }
        if (refusal.isTold) return { outcome: 'unauthorized', text: 'the server does not take the token', isLost: true }
        return failureOf(error)
      }
    },

    close: () => client.close(),
  }
}

function transportOf(parts: ConnectionParts, refusal: { isTold: boolean }) {
  if (!('program' in parts)) {
    const { url, headers } = parts
    const fetch = async (...given: Parameters<typeof parts.fetch>) => {
      const response = await parts.fetch(...given)
      if (response.status === 401) refusal.isTold = true
      return response
    }
    return new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit: { headers } })
  }
  const { command, args, env } = parts.program
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe',
    maxBufferSize: maxMessage,
  })
  const { stderr } = transport
  if (stderr) createInterface({ input: stderr as Readable }).on('line', (line) => parts.onLine(line.slice(0, maxLine)))
  return transport
}

interface Limits {
  timeout: number
  maxTotalTimeout: number
  signal: AbortSignal
}

/** Whatever the SDK does meanwhile, it has come to an end after so long. */
async function within<Result>(ms: number, signal: AbortSignal, run: (limits: Limits) => Promise<Result>) {
  signal.throwIfAborted()
  const ending = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  const ended = new Promise<never>((_, reject) => {
    ending.addEventListener('abort', () => reject(ending.reason), { once: true })
  })
  return Promise.race([run({ timeout: ms, maxTotalTimeout: ms, signal: ending }), ended])
}

type Listed = Awaited<ReturnType<Client['listTools']>>['tools'][number]

/** A server may have only resources, or only prompts. */
async function listOf(client: Client, options: Limits): Promise<[Listed[], Besides[]]> {
  const hasTools = client.getServerCapabilities()?.tools !== undefined
  return Promise.all([
    hasTools ? client.listTools(undefined, options).then(({ tools }) => tools) : [],
    besidesOf(client, options),
  ])
}

function servedTool(tool: Listed): ServedTool {
  const { name, title, description = '', inputSchema, outputSchema, annotations } = tool
  const pinned = { name, title, description, inputSchema, outputSchema, annotations }
  const pin = createHash('sha256').update(canonicalJson(pinned)).digest('hex')
  return { name, description: description || title || name, parameters: inputSchema as ServedTool['parameters'], pin }
}

interface Given {
  content?: readonly {
    type: string
    text?: string
    data?: string
    mimeType?: string
    resource?: { uri?: string; mimeType?: string; text?: string; blob?: string }
  }[]
  structuredContent?: unknown
}

/** Texts as they are; of what is no text only its kind. Nothing that it points at is fetched. */
function textOf({ content = [], structuredContent }: Given): string {
  const texts = content.map(({ type, text, resource }) => text ?? resource?.text ?? `[${type}]`)
  if (texts.length > 0) return texts.join('\n')
  return structuredContent === undefined ? '' : JSON.stringify(structuredContent)
}

/** Pictures, and what stands in it as a file with a type. */
function filesOf({ content = [] }: Given): NonNullable<ToolOutcome['files']> {
  return content.flatMap(({ type, data, mimeType = '', resource }) => {
    if (type === 'image' && data) return [{ name: '', type: mimeType, bytes: Buffer.from(data, 'base64') }]
    const { uri = '', mimeType: kind = '', text, blob } = resource ?? {}
    const bytes = blob === undefined ? text !== undefined && Buffer.from(text) : Buffer.from(blob, 'base64')
    // Texts are for the model, unless they are tables.
    const isFile = bytes && (blob !== undefined || kind === 'text/csv')
    return isFile ? [{ name: uri.split(/[/?#]/).findLast(Boolean) ?? '', type: kind, bytes }] : []
  })
}

function bounded(text: string): string {
  if (text.length <= maxText) return text
  return `${text.slice(0, maxText).toWellFormed()}\n(cut: ${text.length - maxText} characters left out)`
}

const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** What the server refused, or never got, was not done. Of the rest nobody can say. */
function failureOf(error: unknown): Called {
  if (error instanceof ProtocolError) return { outcome: 'failed', text: bounded(error.message) }
  if (error instanceof SdkHttpError)
    return { outcome: 'failed', text: 'the server did not take the call', isLost: true }
  const { cause } = error as { cause?: { code?: string; constructor: { name: string } } }
  const isUnsent = unsent.has(cause?.code ?? '') || cause?.constructor.name === 'AddressRefused'
  return isUnsent
    ? { outcome: 'failed', text: 'the server could not be reached' }
    : { outcome: 'unknown', text: 'the server did not answer', isLost: true }
}
