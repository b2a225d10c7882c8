import { isUtf8 } from 'node:buffer'
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { AppError } from '../../lib/errors.ts'
import { agentNameOf } from '../../store/apart.ts'
import { sentences } from '../words/index.ts'
import type { McpCall } from './call.ts'
import { pageOfAgents } from './paging.ts'

const prefix = 'parley://knowledge/'
/** What is longer fits into no model: it is searched. */
const readableBytes = 1024 * 1024

export function uriOf(agent: string, source: string): string {
  return `${prefix}${encodeURIComponent(agentNameOf(agent))}/${encodeURIComponent(source)}`
}

/** What the key's agents know, a resource a source. */
export async function listResources(call: McpCall, cursor: string | undefined): Promise<ListResourcesResult> {
  const { agents, next } = await pageOfAgents(call, cursor)
  const resources = await Promise.all(
    agents.map(async ({ id, document: { agent } }) =>
      (await call.parts.store.knowledge.list(id)).map(({ name, mimetype, bytes }) => ({
        uri: uriOf(id, name),
        name,
        description: `What ${agent.displayName} knows`,
        mimeType: mimetype,
        size: bytes,
      })),
    ),
  )
  return { resources: resources.flat(), ...next }
}

/** Undefined where there is none, or none for this key. */
export async function readResource(call: McpCall, uri: string): Promise<ReadResourceResult | undefined> {
  const [name, source] = partsOf(uri) ?? []
  const agent = name === undefined ? undefined : await call.agent(name)
  if (!agent || source === undefined) return undefined
  const { knowledge } = call.parts.store
  const [about, content] = await Promise.all([knowledge.find(agent.id, source), knowledge.content(agent.id, source)])
  if (!about || !content) return undefined
  if (about.bytes > readableBytes) {
    throw new AppError('document_too_large', sentences.resourceTooLarge(`search_${agentNameOf(agent.id)}`))
  }
  const bytes = Buffer.from(content)
  const body = isUtf8(bytes) ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') }
  return { contents: [{ uri, mimeType: about.mimetype, ...body }] }
}

function partsOf(uri: string): string[] | undefined {
  if (!uri.startsWith(prefix)) return undefined
  try {
    const parts = uri.slice(prefix.length).split('/').map(decodeURIComponent)
    return parts.length === 2 ? parts : undefined
  } catch {
    return undefined
  }
}
