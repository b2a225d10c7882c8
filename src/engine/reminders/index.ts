import { inZone } from '../../lib/moment.ts'
import type { Final } from '../../model/conversation.ts'
import type { Fired } from '../../model/timer.ts'
import type { Tool } from '../../ports/llm.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Functions } from '../model/rounds.ts'
import { timerSentences as sentences } from '../words/index.ts'
import { zoneOf } from '../zone.ts'
import { hearWish, type Wish, whenOf } from './hear.ts'

/** A reminder is set for a year ahead at most. */
const furthestMs = 366 * 86_400_000
const longest = 500

/** Whether people may have the agent remind them, here. */
export const mayRemind = ({ agent, request, known }: AnswerDraft): boolean =>
  agent.document.agent.reminders === true && request.mayPost === true && known.key !== undefined

/** “Remind me tomorrow at 9 to …”, without a model. Undefined: it is something else. */
export async function reminderAnswer(draft: AnswerDraft): Promise<Final | undefined> {
  const { language } = draft
  if (!mayRemind(draft)) return undefined
  const heard = await heardIn(draft)
  if (!heard) return undefined
  const { wish, zone } = heard
  // Where a model answers it may know what was meant: it can set one too.
  if (wish.due === undefined && draft.agent.document.agent.llmSettings) return undefined
  if (wish.repeats) return draft.final('fixed', { utterance: sentences.onceOnly[language], score: 100 })
  return draft.final('fixed', { utterance: set(draft, wish.text, wish.due, zone), score: 100 })
}

/** Where nothing else answers such a wish, since the agent sets none: that no model is connected would not be why. */
export async function noReminders(draft: AnswerDraft): Promise<Final | undefined> {
  const { agent, request, language } = draft
  if (agent.document.agent.reminders === true || request.mayPost !== true) return undefined
  const wish = (await heardIn(draft))?.wish
  // “Remind me what it is called” is a question.
  if (wish?.due === undefined && !wish?.repeats) return undefined
  return draft.final('fixed', { utterance: sentences.noReminders[language] })
}

async function heardIn(draft: AnswerDraft): Promise<{ wish: Wish; zone: string } | undefined> {
  const { request, language, now } = draft
  if (!/remind me|思い出させて|リマインド|忘れないように/i.test(request.utterance)) return undefined
  const zone = await zoneOf(draft)
  const wish = await hearWish(request.utterance, { now: now(), timeZone: zone, language, locale: request.locale })
  return wish && { wish, zone }
}

/** Sets it, and says so; or why not. */
function set(draft: AnswerDraft, about: string, due: number | undefined, zone: string): string {
  const { language, now, effects } = draft
  if (due === undefined) return sentences.whenToRemind[language]
  const text = about.slice(0, longest).toWellFormed()
  if (due <= now()) return sentences.pastReminder(shown(due, zone, language))[language]
  if (due - now() > furthestMs) return sentences.farReminder[language]
  const timer = { due, zone, task: { kind: 'reminder' as const, text } }
  effects.timers = { ...effects.timers, add: [...(effects.timers?.add ?? []), timer] }
  return sentences.willRemind(shown(due, zone, language), text)[language]
}

/** With its zone: whoever is elsewhere sees that it is not theirs. */
const shown = (at: number, zone: string, language: string): string => `${inZone(language, zone)(at, false)} (${zone})`

/** What a reminder says when it comes. */
export function remind(
  { language }: Pick<AnswerDraft, 'language'>,
  text: string,
  { due, zone, isLate }: Fired,
): string {
  const said = sentences.reminder(text)[language]
  return isLate ? `${said}\n\n${sentences.late(shown(due, zone, language))[language]}` : said
}

const tool: Tool = {
  name: 'set_reminder',
  description:
    'Reminds the person who is speaking of something at a time: the message is posted here then. Use it only when they ask to be reminded.',
  parameters: {
    type: 'object',
    properties: {
      when: {
        type: 'string',
        description: 'When, in the words of the person (“tomorrow at 9”, “in 10 minutes”) or as 2026-11-24T09:00.',
      },
      text: { type: 'string', description: 'What they want to be reminded of.' },
    },
    required: ['when', 'text'],
    additionalProperties: false,
  },
}

/** The functions of a model, with that of reminders where the agent allows them. */
export function withReminders(draft: AnswerDraft, functions: Functions): Functions {
  if (!mayRemind(draft) || functions.tools.some(({ name }) => name === tool.name)) return functions
  return {
    tools: [...functions.tools, tool],
    async call(call) {
      if (call.name !== tool.name) return functions.call(call)
      const { when, text } = argumentsOf(call.arguments)
      if (when === undefined || text === undefined) return JSON.stringify({ error: 'give when and text, both texts' })
      const zone = await zoneOf(draft)
      const { language, request, now } = draft
      const setting = { now: now(), timeZone: zone, language, locale: request.locale }
      const due = isoMoment(when) ?? (await whenOf(when, setting))?.due
      return JSON.stringify({ result: set(draft, text, due, zone) })
    },
  }
}

/** Only with an offset it is a moment; without one the reader of dates knows the zone. */
const isoMoment = (text: string): number | undefined =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : undefined

function argumentsOf(json: string): { when?: string; text?: string } {
  try {
    const value = JSON.parse(json) as Record<string, unknown>
    const of = (name: string) => (typeof value[name] === 'string' ? { [name]: value[name] as string } : {})
    return { ...of('when'), ...of('text') }
  } catch {
    return {}
  }
}
