import type { Texts } from '../../lib/language.ts'
import type { HandoverChoice } from '../../model/handover.ts'
import type { Handover } from '../../store/handovers.ts'
import type { ChatContext } from '../context.ts'
import type { Names } from '../names.ts'
import { handoverSentences as sentences } from '../words/index.ts'

export interface Card {
  text: string
  options: string[]
  choices: HandoverChoice[]
}

/** What the team reads of a conversation: only what its person has agreed to, and how it stands. */
export function cardOf(row: Handover, names: Names): Card {
  const { language, talk, around }: ChatContext = JSON.parse(row.context)
  const said: { role: 'user' | 'assistant'; text: string }[] = JSON.parse(row.transcript)
  const isDirect = talk === undefined || around?.talk === undefined
  const place = sentences[isDirect && talk === undefined ? 'direct' : 'channel'](names.platform)[language]
  const who = { user: names.person, assistant: names.agent }
  const buttons = buttonsOf(row)
  return {
    text: [
      `${sentences.wants(names.person, names.agent, place)[language]} ${sentences.why[row.why][language]}`,
      ...(row.summary === '' ? [] : [`> ${sentences.summary[language]} ${row.summary}`]),
      said.map(({ role, text }) => `> **${who[role]}:** ${text}`).join('\n'),
      standingOf(row)[language],
    ].join('\n\n'),
    options: buttons.map(({ label }) => label[language]),
    choices: buttons.map(({ choice }) => choice),
  }
}

function standingOf({ state, ended, taken_name: name }: Handover) {
  if (state === 'closed') return sentences.ended[ended ?? 'solved']
  return state === 'taken' ? sentences.takenBy(name ?? '') : sentences.waiting
}

/**
 * A press names a button by its place, and may come after the card has changed: so none of them ever stands where another one stood. Whoever
 * presses *Take* as the second reads who has it.
 */
function buttonsOf({ state, taken_name: name }: Handover): { choice: HandoverChoice; label: Texts }[] {
  if (state === 'closed') return []
  const close = { choice: 'close' as const, label: sentences.close }
  if (state !== 'taken') return [{ choice: 'take', label: sentences.take }, close]
  return [{ choice: 'take', label: sentences.isTaken(name ?? '') }, close, { choice: 'back', label: sentences.back }]
}
