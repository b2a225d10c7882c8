import { isDeepStrictEqual } from 'node:util'
import type { BestResponse } from '../../../model/conversation.ts'
import type { BotExpectation, TestTurn } from './format.ts'
import type { TurnOutcome } from './stage.ts'
import type { Called } from './stubs.ts'

/** One thing that is not as a test expects it. */
export interface Difference {
  /** `bot.options`, `called[0].body.floor`, `state.time`. */
  what: string
  expected: unknown
  actual: unknown
}

/** Everything about a turn that is not as expected. */
export function differencesOf({ bot, called, state }: TestTurn, outcome: TurnOutcome): Difference[] {
  return [
    ...(bot ? ofBot(bot, outcome) : []),
    ...(called ? ofCalls(called, outcome.called) : []),
    ...Object.entries(state ?? {}).flatMap(([name, value]) => {
      const kept = outcome.final?.userState ?? {}
      return differing(`state.${name}`, value, Object.hasOwn(kept, name) ? kept[name] : null)
    }),
  ]
}

function differing(what: string, expected: unknown, actual: unknown): Difference[] {
  return isDeepStrictEqual(expected, actual) ? [] : [{ what, expected, actual }]
}

/** Where the things of `bot` stand in an answer. */
const inAnswer = {
  text: 'utterance',
  options: 'options',
  select: 'shouldSelectOption',
  topic: 'topic',
  imageUrl: 'imageUrl',
  url: 'url',
  state: 'state',
  extensions: 'extensions',
  embededHtml: 'embededHtml',
} as const satisfies Partial<Record<keyof BotExpectation, keyof BestResponse>>

function ofBot(bot: BotExpectation, { final, standing, entered, error }: TurnOutcome): Difference[] {
  if (!final) return [{ what: 'bot', expected: 'an answer', actual: error?.message }]
  const { answer, trace } = final
  const actual: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(inAnswer).map(([name, key]) => [name, answer[key]])),
    node: standing?.node ?? entered.at(-1)?.node ?? null,
    scenario: standing?.scenario ?? null,
    ended: trace.scenario?.ended ?? null,
    source: trace.source,
  }
  const { contains = [], ...exactly } = bot
  const text = answer.utterance.toLowerCase()
  return [
    ...Object.entries(exactly).flatMap(([name, value]) => differing(`bot.${name}`, value, actual[name])),
    ...[contains]
      .flat()
      .filter((part) => !text.includes(part.toLowerCase()))
      .map((part) => ({ what: 'bot.contains', expected: part, actual: answer.utterance })),
  ]
}

function ofCalls(expected: NonNullable<TestTurn['called']>, actual: readonly Called[]): Difference[] {
  const names = differing(
    'called',
    expected.map(({ webhook }) => webhook),
    actual.map(({ webhook }) => webhook),
  )
  if (names.length > 0) return names
  return expected.flatMap(({ body = {} }, i) => {
    const sent = actual[i]!.body as Record<string, unknown>
    return Object.entries(body).flatMap(([key, value]) =>
      differing(`called[${i}].body.${key}`, value, Object.hasOwn(sent, key) ? sent[key] : null),
    )
  })
}
