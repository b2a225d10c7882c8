import { stringify } from 'yaml'
import type { AgentDocument } from '../../model/agent.ts'
import { maskTools } from '../tools.ts'

/** One file of an agent's folder. */
export interface BundleFile {
  /** Inside the folder, e.g. `scenarios/book_room.yaml`. */
  path: string
  content: string
}

/** An agent as the text files of its folder, the same for the same agent. Secrets in it must have been masked before. */
export function bundleFiles({ rules, scenarios, tools, ...rest }: AgentDocument): BundleFile[] {
  const { agent, webhooks, replies, context, calledBy, synonyms, tests } = rest
  const names = namesOf(scenarios.map(({ id }) => id))
  return [
    {
      path: 'agent.yaml',
      content: yaml({
        agent,
        ...(webhooks.length > 0 && { webhooks }),
        ...(Object.keys(replies).length > 0 && { replies }),
        ...(context !== undefined && { context }),
        ...(synonyms?.length && { synonyms }),
        ...(tests?.length && { tests }),
        ...(calledBy !== undefined && { calledBy }),
      }),
    },
    ...(tools ? [{ path: 'tools.yaml', content: yaml(maskTools(tools)) }] : []),
    ...(rules.length > 0 ? [{ path: 'rules.yaml', content: yaml(rules) }] : []),
    ...scenarios.map((scenario, i) => ({ path: `scenarios/${names[i]}`, content: yaml(scenario) })),
  ]
}

/** Files are read in the order of their names, which decides between equals: where ids would change it, numbers keep it. */
function namesOf(ids: readonly string[]): string[] {
  const names = ids.map((id) => `${id}.yaml`)
  // Some file systems take capitals for small letters.
  const isKept = names.every((name, i) => i === 0 || name > names[i - 1]!)
  const areDistinct = new Set(names.map((name) => name.toLowerCase())).size === names.length
  const digits = `${ids.length}`.length
  return isKept && areDistinct ? names : names.map((name, i) => `${`${i + 1}`.padStart(digits, '0')}-${name}`)
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 100, blockQuote: 'literal', aliasDuplicateObjects: false })
}
