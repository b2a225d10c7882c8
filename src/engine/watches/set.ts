import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { evenly, nextOf, periodOf } from '../../lib/recurrence.ts'
import type { NewTimer, WatchTask } from '../../model/timer.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { Tool } from '../../ports/llm.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Functions } from '../model/rounds.ts'
import { mayRemind } from '../reminders/index.ts'
import type { TurnTools } from '../tools/index.ts'
import { readArguments } from '../webhooks/tools.ts'
import { timerSentences as sentences } from '../words/index.ts'
import { type LookingParts, lookFor } from './look.ts'

/** Of one person with an agent. */
const most = 5
const leastMinutes = 5
const usualMinutes = 15
const mostHours = 7 * 24
/** Characters of what somebody wants to be told of. */
const longest = 300

const name = 'tell_when'

const toolOf = (watchable: readonly Tool[]): Tool => ({
  name,
  description:
    'Looks again and again by one of your other functions whether something has come, and tells the person here by itself once it has. Use it only when they ask to be told. They end it by saying “stop looking”.',
  parameters: {
    type: 'object',
    properties: {
      what: { type: 'string', description: 'What they want to be told of, in their words: “order 7 has shipped”.' },
      tool: { type: 'string', enum: watchable.map(({ name }) => name), description: 'The function that shows it.' },
      arguments: { type: 'object', description: 'What that function is called with, each time.' },
      everyMinutes: { type: 'number', description: `How often to look; ${usualMinutes} where they say nothing.` },
      forHours: { type: 'number', description: `For how long; ${mostHours} where they say nothing.` },
    },
    required: ['what', 'tool', 'arguments'],
  },
})

interface SettingParts extends Omit<LookingParts, 'tools'> {
  tools: TurnTools
  timers: EngineStore['timers']
}

/** The functions of a model, with that which has the agent look by itself, where it has a tool that needs nobody's word for it. */
export function withWatches(draft: AnswerDraft, functions: Functions, parts: SettingParts): Functions {
  const { watchable } = parts.tools
  const isThere = mayRemind(draft) && !draft.request.fired && parts.timers !== undefined && watchable.length > 0
  if (!isThere || functions.tools.some((one) => one.name === name)) return functions
  return {
    tools: [...functions.tools, toolOf(watchable)],
    call: async (call) => (call.name === name ? set(draft, call.arguments, parts) : functions.call(call)),
  }
}

/** Looks at once: what is wrong is told before anything is kept, and what has come already needs nobody to wait for it. */
async function set(draft: AnswerDraft, json: string, parts: SettingParts): Promise<string> {
  const { language, effects, now, known } = draft
  const wanted = wantedIn(json)
  const failure = (error: string) => JSON.stringify({ error })
  if (!wanted) return failure('give what, tool and arguments')
  const { what, tool, minutes, hours } = wanted
  if (minutes < leastMinutes) return failure(sentences.watchTooOften(leastMinutes)[language])
  if (hours > mostHours) return failure(sentences.watchTooLong(mostHours / 24)[language])
  const before = (await parts.timers!.watches(known.key!)).length
  const isFull = () => before + watchesIn(effects.timers?.add).length >= most
  if (isFull()) return failure(sentences.tooManyWatches(most)[language])

  const { end, text, seen } = await lookFor(draft, wanted, parts)
  if (end === 'come') return JSON.stringify({ come: true, result: text, next: 'it has come: nothing is looked for' })
  if (!['not_yet', 'unjudged'].includes(end)) return failure(text)
  // Others may have been set meanwhile.
  if (isFull()) return failure(sentences.tooManyWatches(most)[language])
  const rule = evenly(minutes, now())
  const due = nextOf(rule, 'UTC', now())!
  const id = randomUUID()
  const until = Math.max(due, now() + hours * 3_600_000)
  const task: WatchTask = {
    ...{ kind: 'watch', id, what, tool, arguments: wanted.arguments, until },
    ...{ everyMinutes: periodOf(minutes), ...(seen && { seen }) },
  }
  // By a clock that is never changed.
  effects.timers = { ...effects.timers, add: [...(effects.timers?.add ?? []), { id, rule, due, zone: 'UTC', task }] }
  const next = 'how often it is looked at, until when and how that ends stands below your answer: do not say it'
  return JSON.stringify({ watching: true, result: text, next })
}

/** What of new timers looks whether something has come. */
export const watchesIn = (timers: readonly NewTimer[] = []): WatchTask[] =>
  timers.flatMap(({ task }) => (task.kind === 'watch' ? [task] : []))

function wantedIn(json: string) {
  const { what, tool, arguments: given = {}, everyMinutes, forHours } = readArguments(json) ?? {}
  // Some models write an object as a text.
  const input = typeof given === 'string' ? readArguments(given) : given
  if (typeof what !== 'string' || what.trim() === '' || typeof tool !== 'string' || input === undefined)
    return undefined
  const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
  return {
    ...{ what: what.trim().slice(0, longest).toWellFormed(), tool, arguments: canonicalJson(input) },
    ...{ minutes: numberOf(everyMinutes, usualMinutes), hours: numberOf(forHours, mostHours) },
  }
}
