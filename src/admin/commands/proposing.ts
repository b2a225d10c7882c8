import { randomUUID } from 'node:crypto'
import { plain } from '../../lib/quoting.ts'
import type { View } from '../../model/view.ts'
import { makeProposed } from '../proposals/make.ts'
import { languageWanted, type Proposal, wishLimit } from '../proposals/proposal.ts'
import { proposalFrom } from '../proposals/templates.ts'
import { button, type CommandUse, say } from './call.ts'
import { warningText } from './changed.ts'
import type { Act } from './registry.ts'
import { drafts, proposing as sentences } from './words/index.ts'

/** An id has neither spaces nor other letters: anything else says what an agent should be. */
export const isWish = (text: string): boolean => text !== '' && !/^[\w-]+$/.test(text)

/** What an agent might be that somebody describes in a sentence. Nothing is made of it yet. */
export async function propose(call: CommandUse, said: string): Promise<View> {
  const wish = said.slice(0, wishLimit).toWellFormed()
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

async function make(call: CommandUse): Promise<View> {
  const { parts, actor, kept } = call
  const proposal = kept['proposal'] as Proposal
  const made = await makeProposed(parts, proposal, actor, { spare: String(kept['spare']) })
  const { id, revision, warnings, tried } = made
  const lines = tried.map(({ ask, rule, isRight }) =>
    say(call, isRight ? sentences.right(ask, rule) : sentences.otherwise(ask, rule)),
  )
  const shown = { agent: id, revision }
  return {
    text: [
      say(call, sentences.made(id, proposal.name)),
      ...warningText(call, warnings),
      ...(lines.length === 0 ? [] : [`${say(call, sentences.tried)}\n${lines.join('\n')}`]),
      say(call, sentences.publishIt(id)),
    ].join('\n\n'),
    buttons: [
      await button(call, drafts.publish, 'draft publish', shown, { style: 'primary' }),
      await button(call, sentences.look, 'diff', { agent: id }),
      await button(call, drafts.discard, 'draft discard', shown, { style: 'danger' }),
    ],
  }
}

export const proposingActs: Readonly<Record<string, Act>> = { 'create proposed': { may: 'admins', run: make } }
