import { randomUUID } from 'node:crypto'
import { plain } from '../../lib/quoting.ts'
import { agentIdFrom } from '../../model/agent-id.ts'
import type { View } from '../../model/view.ts'
import { agentIdIn } from '../../store/apart.ts'
import { languageWanted, type Proposal } from '../proposals/proposal.ts'
import { proposalFrom } from '../proposals/templates.ts'
import { blank } from './blank.ts'
import { button, type CommandUse, say } from './call.ts'
import { warningText } from './changed.ts'
import type { Act } from './registry.ts'
import { drafts, proposing as sentences } from './words/index.ts'

/** An id has neither spaces nor other letters: anything else says what an agent should be. */
export const isWish = (text: string): boolean => text !== '' && !/^[\w-]+$/.test(text)

const mostCharacters = 500

/** What an agent might be that somebody describes in a sentence. Nothing is made of it yet. */
export async function propose(call: CommandUse, said: string): Promise<View> {
  const wish = said.slice(0, mostCharacters).toWellFormed()
  const language = languageWanted(wish, call.language)
  const { account, person, door } = call.caller
  const byModel = await call.parts.propose({ account, person, door, wish, language })
  const proposal = byModel ?? proposalFrom(wish, language)
  return {
    text: [
      say(call, byModel ? sentences.byModel : sentences.byTemplate),
      ...described(call, proposal),
      say(call, sentences.nothingYet),
    ].join('\n\n'),
    buttons: [
      await button(call, sentences.make, 'create proposed', { proposal, spare: randomUUID() }, { style: 'primary' }),
    ],
  }
}

function described(call: CommandUse, { name, description, prompt, opening, questions, rules }: Proposal): string[] {
  const lines = rules.map(
    ({ when, say: answer }, n) => `${n + 1}. ${plain(when.join(' / '), 200)} → ${plain(answer, 300)}`,
  )
  return [
    `**${plain(name)}**: ${plain(description, 200)}`,
    `${say(call, sentences.prompt)}\n${prompt.replaceAll(/^/gm, '> ')}`,
    `${say(call, sentences.opening)} ${plain(opening, 400)}\n${questions.map((one) => `- ${plain(one)}`).join('\n')}`,
    ...(lines.length > 0 ? [`${say(call, sentences.rules)}\n${lines.join('\n')}`] : []),
  ]
}

/** The agent is made with its name and prompt; all else stands in its draft, tried out, for its admins to look at and publish. */
async function make(call: CommandUse): Promise<View> {
  const { parts, actor, kept } = call
  const { prompt, name, description, ...rest } = kept['proposal'] as Proposal
  const settings = { ...blank, displayName: name, description, llmSettings: { ...blank.llmSettings, prompt } }
  const { id, warnings = [] } = await parts.admin.agents.create(
    { agent: { ...settings, id: await freeId(call, agentIdFrom(name, String(kept['spare']))) } },
    actor,
  )
  const drafting = { ...actor, nonce: `${actor.nonce}:draft` }
  const { view } = await parts.admin.drafts.change(id, drafting, { action: 'agent.propose' }, (document) => ({
    ...document,
    replies: { ...document.replies, opening: rest.opening, openingOptions: [...rest.questions] },
    rules: rest.rules.map(({ when, say }) => ({ when: [...when], say })),
  }))
  const shown = { agent: id, revision: view.revision }
  return {
    text: [
      say(call, sentences.made(id, name)),
      ...warningText(call, warnings),
      ...(await tried(call, id, rest)),
      say(call, sentences.publishIt(id)),
    ].join('\n\n'),
    buttons: [
      await button(call, drafts.publish, 'draft publish', shown, { style: 'primary' }),
      await button(call, sentences.look, 'diff', { agent: id }),
      await button(call, drafts.discard, 'draft discard', shown, { style: 'danger' }),
    ],
  }
}

const triesAtMost = 9

/** That id, else with a number behind it, where another agent has it, of whichever account. */
async function freeId({ parts, actor }: CommandUse, wanted: string): Promise<string> {
  for (let n = 1; n <= triesAtMost; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`
    if (!(await parts.store.agents.live(agentIdIn(actor.account, id)))) return id
  }
  return wanted
}

/** The draft is asked what it should recognise, in other words than its rules have. */
async function tried(call: CommandUse, agent: string, { rules, tests }: Pick<Proposal, 'rules' | 'tests'>) {
  const { account, person } = call.caller
  const lines: string[] = []
  for (const { ask, rule } of tests.filter((one) => one.rule <= rules.length)) {
    const { trace } = await call.parts.test({ account, agent, person, utterance: ask })
    const isRight = trace.source === 'rule' && trace.rule?.index === rule - 1
    lines.push(say(call, isRight ? sentences.right(ask, rule) : sentences.otherwise(ask, rule)))
  }
  return lines.length === 0 ? [] : [`${say(call, sentences.tried)}\n${lines.join('\n')}`]
}

export const proposingActs: Readonly<Record<string, Act>> = { 'create proposed': { may: 'admins', run: make } }
