import { z } from 'zod'
import type { LastingLine } from '../../model/lasting.ts'
import type { Judge } from '../judge.ts'
import { isSecret, maxNote } from './notes.ts'
import type { Noted } from './summary.ts'

/** Of one person. */
const maxFacts = 30

const instructions = `You keep a few short facts about a person who talks to an assistant, for later conversations: how to address them, what they work on, what they prefer, what they asked to be remembered. "facts" are those there are. From "message" add only what the person says of themselves and will be true for weeks; one short sentence each, in their language. "drop" holds the ids of facts that are true no more, or that they want forgotten. Never add passwords, keys, numbers of cards or accounts, health, religion, politics, or anything about others. Most messages add nothing.`

const answerSchema = z.object({ add: z.array(z.string()), drop: z.array(z.string()) })

/** What a message tells of the person that is worth keeping across conversations. */
export async function learnFacts(
  judge: Judge,
  of: { owner: string; model: string | undefined; about: readonly LastingLine[]; utterance: string },
  signal: AbortSignal,
): Promise<Noted> {
  const { owner, model, about, utterance } = of
  const facts = about.map(({ id, text }) => ({ id: `f${id}`, text }))
  const question = { name: 'facts', owner, model, instructions, data: { facts }, message: utterance }
  const judged = await judge.ask({ ...question, answer: answerSchema }, { signal })
  const cost = { ...(judged.usage && { usage: judged.usage }), ms: judged.ms }
  if ('error' in judged) return { error: judged.error, ...cost }
  const known = new Map(about.map(({ id }) => [`f${id}`, id]))
  const texts = new Set(about.map(({ text }) => text))
  const add = judged.answer.add
    .map((text) => text.trim().slice(0, maxNote))
    .filter((text) => text !== '' && !isSecret(text) && !texts.has(text))
  const dropped = new Set(judged.answer.drop.flatMap((id) => known.get(id) ?? []))
  const left = about.filter(({ id }) => !dropped.has(id))
  const tooMany = left.slice(0, Math.max(0, left.length + add.length - maxFacts)).map(({ id }) => id)
  const change = {
    drop: [...dropped, ...tooMany],
    add: add.slice(0, maxFacts).map((text) => ({ section: 'about' as const, text })),
  }
  return { change, ...cost }
}
