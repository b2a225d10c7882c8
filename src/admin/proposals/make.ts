import { randomUUID } from 'node:crypto'
import { agentIdFrom } from '../../model/agent-id.ts'
import { agentIdIn } from '../../store/apart.ts'
import type { Store } from '../../store/index.ts'
import type { Actor } from '../actor.ts'
import { blank } from '../commands/blank.ts'
import type { Outside } from '../commands/outside.ts'
import type { Admin } from '../index.ts'
import type { Proposal } from './proposal.ts'

interface Parts {
  admin: Admin
  store: Store
  test: Outside['test']
}

/**
 * The agent is made with its name and prompt; all else stands in its draft, tried out, for its admins to look at and publish.
 * `id`: as it is wanted; else it is made of the name, or of `spare` where that gives none.
 */
export async function makeProposed(
  parts: Parts,
  proposal: Proposal,
  actor: Actor,
  { id: wanted, spare = randomUUID() }: { id?: string | undefined; spare?: string | undefined } = {},
) {
  const { prompt, name, description, ...rest } = proposal
  const settings = { ...blank, displayName: name, description, llmSettings: { ...blank.llmSettings, prompt } }
  const { id, warnings = [] } = await parts.admin.agents.create(
    { agent: { ...settings, id: wanted ?? (await freeId(parts, actor, agentIdFrom(name, spare))) } },
    actor,
  )
  const drafting = { ...actor, ...(actor.nonce !== undefined && { nonce: `${actor.nonce}:draft` }) }
  const { view } = await parts.admin.drafts.change(id, drafting, { action: 'agent.propose' }, (document) => ({
    ...document,
    replies: { ...document.replies, opening: rest.opening, openingOptions: [...rest.questions] },
    rules: rest.rules.map(({ when, say }) => ({ when: [...when], say })),
  }))
  return { id, revision: view.revision, warnings, tried: await tried(parts, id, proposal, actor) }
}

const triesAtMost = 9

/** That id, else with a number behind it, where another agent has it, of whichever account. */
async function freeId({ store }: Parts, actor: Actor, wanted: string): Promise<string> {
  for (let n = 1; n <= triesAtMost; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`
    if (!(await store.agents.live(agentIdIn(actor.account, id)))) return id
  }
  return wanted
}

/** The draft is asked what it should recognise, in other words than its rules have. */
async function tried({ test }: Parts, agent: string, { rules, tests }: Proposal, { account, author }: Actor) {
  const found: { ask: string; rule: number; isRight: boolean }[] = []
  for (const { ask, rule } of tests.filter((one) => one.rule <= rules.length)) {
    const { trace } = await test({ account, agent, person: author, utterance: ask })
    found.push({ ask, rule, isRight: trace.source === 'rule' && trace.rule?.index === rule - 1 })
  }
  return found
}
