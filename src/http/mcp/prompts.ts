import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server'
import type { Scenario } from '../../model/scenario.ts'
import { agentNameOf } from '../../store/apart.ts'
import type { McpCall } from './call.ts'
import { pageOfAgents } from './paging.ts'

/** Between an agent and its scenario: neither's id can have it. */
const joint = '.'

/** What the key's agents lead people through, a prompt a scenario that words can start. */
export async function listPrompts(call: McpCall, cursor: string | undefined): Promise<ListPromptsResult> {
  const { agents, next } = await pageOfAgents(call, cursor)
  const prompts = agents.flatMap(({ id, document: { agent, scenarios } }) =>
    scenarios
      .filter((scenario) => openingOf(scenario) !== undefined)
      .map((scenario) => ({
        name: `${agentNameOf(id)}${joint}${scenario.id}`,
        title: scenario.title ?? scenario.id,
        description: `Begins “${scenario.title ?? scenario.id}” with ${agent.displayName}`,
      })),
  )
  return { prompts, ...next }
}

/** Undefined where there is none, or none for this key. */
export async function getPrompt(call: McpCall, prompt: string): Promise<GetPromptResult | undefined> {
  const [name, id] = prompt.split(joint)
  const agent = name === undefined ? undefined : await call.agent(name)
  const scenario = agent?.document.scenarios.find((one) => one.id === id)
  const opening = scenario && openingOf(scenario)
  if (!agent || opening === undefined) return undefined
  const text =
    `Call the tool ask_${agentNameOf(agent.id)} with the question ${JSON.stringify(opening)}. ` +
    'It asks me something, or tells me something: show me its words, let me answer myself, and give my answer as the next ' +
    'question, with the same `conversation`, until it is done.'
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}

/** Words that start it; undefined for what starts by itself, or by nothing that somebody could say. */
function openingOf({ start }: Scenario): string | undefined {
  for (const { match } of start) {
    for (const kind of ['exact', 'partial', 'rule', 'intent'] as const) {
      const words = kind in match ? (match as Record<string, string | string[]>)[kind] : undefined
      if (words !== undefined) return typeof words === 'string' ? words : words[0]
    }
  }
  return undefined
}
