import type { CallToolRequestParams, CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { byKey } from '../../admin/actor.ts'
import type { AgentVersion } from '../../model/agent.ts'
import { read } from './arguments.ts'
import type { McpCall } from './call.ts'
import { uriOf } from './resources.ts'

export const searchSchema = z.object({
  query: z.string().min(1).max(1000).describe('Words of what is looked for'),
  limit: z.int().min(1).max(20).optional().describe('At most so many passages; 5 where nothing is said'),
})

export const foundSchema = z.object({
  passages: z.array(
    z.object({
      source: z.string(),
      title: z.string(),
      text: z.string(),
      score: z.number(),
      uri: z.string().describe('The resource it stands in'),
    }),
  ),
})

export async function search(
  { parts, caller }: McpCall,
  agent: AgentVersion,
  { arguments: given }: CallToolRequestParams,
): Promise<CallToolResult> {
  const { query, limit = 5 } = read(searchSchema, given)
  const hits = await parts.admin.knowledge.search(agent.id, query, byKey(caller, 'mcp'), limit)
  const passages = hits.map(({ source, title, text, score }) => ({
    source,
    title,
    text,
    score,
    uri: uriOf(agent.id, source),
  }))
  const texts = passages.map(({ source, title, text }) => [`${source}${title && ` › ${title}`}`, text].join('\n\n'))
  return {
    content: (texts.length > 0 ? texts : ['Nothing was found.']).map((text) => ({ type: 'text', text })),
    structuredContent: { passages },
  }
}
