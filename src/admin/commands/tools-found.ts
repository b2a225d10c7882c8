import { closest } from '../../lib/closest.ts'
import { AppError } from '../../lib/errors.ts'
import type { AgentDocument } from '../../model/agent.ts'
import { maxSeen, type ToolRule } from '../../model/tools.ts'
import type { Offered, ServedTool } from '../../ports/tools.ts'
import type { AgentCall } from './call.ts'
import { tools as sentences } from './words/index.ts'

/** A tool as an admin meets it: what is said of it, and what is allowed of it. */
export interface FoundTool {
  name: string
  says: string
  parameters: object | undefined
  /** Of a tool of a server that offers it now. */
  pin: string | undefined
  rule: ToolRule | undefined
  standing: keyof typeof sentences.standings
}

/** What the draft's model could call, and of what its author says something. */
export async function foundTools(
  call: AgentCall,
  { isBrief = false } = {},
): Promise<{ tools: FoundTool[]; document: AgentDocument } & Pick<Offered, 'away' | 'unconnected'>> {
  const { parts, agent, actor, caller } = call
  const { document } = await parts.admin.drafts.current(agent, actor)
  const { rules = {} } = document.tools ?? {}
  const { account } = caller
  const person = await parts.store.personLinks.personOf(account, caller.person)
  const offered = await parts.toolsOf({ account, agent, person, isBrief })
  const own = document.webhooks.flatMap(({ trigger }): FoundTool[] => {
    const { triggerType, functionCallingName: name, functionCallingDescription: says = '' } = trigger
    if (triggerType !== 2 || name === undefined) return []
    const rule = rules[name]
    return [{ name, says, parameters: undefined, pin: undefined, rule, standing: rule?.policy ?? 'auto' }]
  })
  const served = offered.tools
    .filter(({ name }) => !own.some((tool) => tool.name === name))
    .map((tool) => ofServer(tool, rules[tool.name]))
  const known = new Set([...own, ...served].map(({ name }) => name))
  const gone = Object.entries(rules)
    .filter(([name]) => !known.has(name))
    .map(
      ([name, rule]): FoundTool => ({ name, says: '', parameters: undefined, pin: undefined, rule, standing: 'gone' }),
    )
  const { away, unconnected } = offered
  return { tools: [...own, ...served, ...gone], away, unconnected, document }
}

function ofServer({ name, description, parameters, pin }: ServedTool, rule: ToolRule | undefined): FoundTool {
  const isChanged = rule?.pin !== undefined && rule.pin !== pin
  const isUnseen = rule?.policy === 'auto' && rule.pin === undefined
  const standing = isChanged ? 'changed' : isUnseen ? 'unseen' : (rule?.policy ?? 'ask')
  return { name, says: description, parameters, pin, rule, standing }
}

/** What is kept of what a tool says, to be held beside what it says later. */
export const seenOf = ({ says, parameters }: Pick<FoundTool, 'says' | 'parameters'>): string =>
  `${says}\n${JSON.stringify(parameters ?? {})}`.slice(0, maxSeen).toWellFormed()

/** That of this name, or what is likest it. */
export function namedTool(tools: readonly FoundTool[], name: string): FoundTool {
  const found = tools.find((tool) => tool.name === name)
  if (!found)
    throw toolNotFound(
      name,
      tools.map((tool) => tool.name),
    )
  return found
}

export const toolNotFound = (name: string, names: readonly string[]) =>
  new AppError('tool_not_found', sentences.notFound(name, closest(name, names)), { status: 404 })
