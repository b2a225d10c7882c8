import { z } from 'zod'
import type { AnswerDraft } from '../draft.ts'
import { isoDay, wallClock } from '../slots/calendar.ts'
import { readable } from '../slots/found.ts'
import { choicesOf } from '../slots/names-of.ts'
import type { Wanted } from '../slots/wanted.ts'
import { noSlots, type ReadSlots, readSlots } from './fill-slots.ts'
import type { ScenarioParts } from './parts.ts'
import type { RunningScenario } from './running.ts'
import { labelOf, settingOf } from './slots-known.ts'

const answerSchema = z.strictObject({
  slots: z.array(z.strictObject({ name: z.string(), quote: z.string(), value: z.string() })),
})

const instructions = `The person is asked for the values of "slots". List those that the message gives a value for, and no others. "quote" is the part of the message that says so, copied word for word.
"value" is that value in plain words of its type: a date as YYYY-MM-DD, a time as HH:MM, an amount or a number in digits, one of "values" where there are any. "today" is the day of the message.`

/**
 * What types and phrases left is asked of the agent's model, in one small question. It only points at what the person said: a value
 * counts if its quote stands in the message, and if its type reads it like anything else that is said.
 */
export async function slotsByModel(
  running: RunningScenario,
  { draft, judge, signal, waiting, beforeAsking }: ScenarioParts,
  text: string,
  wanted: readonly Wanted[],
): Promise<ReadSlots> {
  const { account, id, version, document } = running.agent
  const model = document.agent.llmSettings?.llm
  if (model === undefined || document.agent.useAIResponse === false || wanted.length === 0) return noSlots
  const slots = wanted.map(({ name, slot: { type, ...slot } }) => ({
    name,
    type,
    about: labelOf(running, name, draft),
    ...(slot.values && { values: choicesOf({ type, ...slot }).map(({ value }) => value) }),
  }))
  const judgement = await judge.ask(
    {
      name: 'slots',
      owner: `${account}/${id}@${version}`,
      model,
      judgeModel: document.agent.llmSettings?.judgeLlm,
      instructions,
      data: { slots, asked: running.run.asking ?? '', today: isoDay(wallClock(settingOf(running, draft)).today) },
      message: text,
      answer: answerSchema,
    },
    {
      signal,
      asking: async () => {
        waiting()
        await beforeAsking?.()
      },
    },
  )
  return 'answer' in judgement ? checked(running, draft, text, wanted, judgement.answer.slots) : noSlots
}

async function checked(
  running: RunningScenario,
  draft: AnswerDraft,
  text: string,
  wanted: readonly Wanted[],
  pointed: z.infer<typeof answerSchema>['slots'],
): Promise<ReadSlots> {
  const message = readable(text)
  let all: ReadSlots = noSlots
  for (const { name, quote, value } of pointed) {
    const one = wanted.find((it) => it.name === name)
    const start = quote.trim() === '' ? -1 : message.toLowerCase().indexOf(readable(quote).trim().toLowerCase())
    if (!one || start < 0) continue
    const asked = [{ ...one, isAsked: true }]
    // Free texts are the person's own words.
    const isFree = one.slot.type === 'text' || one.slot.type === 'name' || one.slot.type === 'pattern'
    const read = await readSlots(running, draft, isFree ? quote : value, asked, 'model')
    const filled = read.filled.map((it) => ({ ...it, start, end: start + readable(quote).trim().length }))
    all = {
      values: { ...all.values, ...read.values },
      faults: [...all.faults, ...read.faults],
      days: { ...all.days, ...read.days },
      filled: [...all.filled, ...filled],
    }
  }
  return all
}
