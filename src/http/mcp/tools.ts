import type { ListToolsResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { agentNameOf } from '../../store/apart.ts'
import { answerSchema, questionSchema } from './ask.ts'
import type { McpCall } from './call.ts'
import { pageOfAgents } from './paging.ts'
import { foundSchema, searchSchema } from './search.ts'

/** Characters of an agent's description that a model reads before it chooses. */
const descriptionLength = 1000

const [questionJson, answerJson, searchJson, foundJson] = [questionSchema, answerSchema, searchSchema, foundSchema].map(
  (schema) => z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' }) as Tool['inputSchema'],
)

/** Each agent is a tool that asks it, and one that searches what it knows where it knows something. */
export async function listTools(call: McpCall, cursor: string | undefined): Promise<ListToolsResult> {
  const { agents, next } = await pageOfAgents(call, cursor)
  const tools = await Promise.all(
    agents.map(async ({ id, document: { agent } }): Promise<Tool[]> => {
      const name = agentNameOf(id)
      const about = [agent.displayName, agent.description].filter(Boolean).join(': ').slice(0, descriptionLength)
      const ask: Tool = {
        name: `ask_${name}`,
        title: `Ask ${agent.displayName}`,
        description: `Asks an agent and returns its answer. ${about}`,
        inputSchema: questionJson!,
        outputSchema: answerJson!,
        annotations: { openWorldHint: true },
      }
      if ((await call.parts.store.knowledge.list(id)).length === 0) return [ask]
      const search: Tool = {
        name: `search_${name}`,
        title: `Search what ${agent.displayName} knows`,
        description: `Finds passages in what this agent knows, best first. ${about}`,
        inputSchema: searchJson!,
        outputSchema: foundJson!,
        annotations: { readOnlyHint: true, openWorldHint: false },
      }
      return [ask, search]
    }),
  )
  return { tools: tools.flat(), ...next }
}
