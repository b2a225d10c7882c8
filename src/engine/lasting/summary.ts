import { z } from 'zod'
import type { DatedItem, Lasting, LastingChange } from '../../model/lasting.ts'
import { summarySections } from '../../model/lasting.ts'
import type { TokenUsage } from '../../ports/llm.ts'
import type { Judge } from '../judge.ts'
import { isSecret, maxNote } from './notes.ts'

/** Of a message that is summed up. */
const maxMessage = 1500
/** More lines are no summary: the oldest go. */
const maxLines = 40

const instructions = `You keep the notes of a long conversation. "notes" are those there are, "messages" are the oldest that are not in them yet. Add what is worth knowing later: decisions that were made, questions that are open, facts, and who the people are. One short sentence a note, in the language of the conversation, true without the messages. "from" holds the ids of the messages it rests on, and of notes that it takes the place of. "drop" holds the ids of notes that are true no more, are answered, or stand in a new one. Leave alone what stays as it is. Never note passwords, keys, or numbers of cards or accounts. Add nothing where nothing is worth it.`

const answerSchema = z.object({
  add: z.array(z.object({ section: z.enum(summarySections), text: z.string(), from: z.array(z.string()) })),
  drop: z.array(z.string()),
})

export interface Noted {
  change?: LastingChange
  error?: string
  usage?: TokenUsage
  ms: number
}

/**
 * The oldest messages of a conversation, merged into its summary: lines are added and dropped, and those that stay are never
 * written anew, so that nothing is worn away. Each names the messages it rests on.
 */
export async function sumUp(
  judge: Judge,
  of: { owner: string; model: string | undefined; lasting: Lasting; items: readonly DatedItem[] },
  signal: AbortSignal,
): Promise<Noted> {
  const { owner, model, lasting, items } = of
  const messages = items.map(({ role, text }, n) => ({
    id: `m${n + 1}`,
    from: role === 'user' ? 'person' : 'you',
    text: text.slice(0, maxMessage),
  }))
  const notes = lasting.summary.map(({ id, section, text }) => ({ id: `n${id}`, section, text }))
  const question = { name: 'summary', owner, model, instructions, data: { notes, messages }, message: '' }
  const judged = await judge.ask({ ...question, answer: answerSchema }, { signal })
  const cost = { ...(judged.usage && { usage: judged.usage }), ms: judged.ms }
  if ('error' in judged) return { error: judged.error, ...cost }
  return { change: changeOf(judged.answer, lasting, items), ...cost }
}

function changeOf(
  { add, drop }: z.infer<typeof answerSchema>,
  { summary }: Lasting,
  items: readonly DatedItem[],
): LastingChange {
  const until = items.at(-1)!.at
  const known = new Map(summary.map((line) => [`n${line.id}`, line]))
  const said = new Map(items.map((item, n) => [`m${n + 1}`, item]))
  const added = add.flatMap(({ section, text, from }) => {
    const isGrounded = from.length > 0 && from.every((id) => known.has(id) || said.has(id))
    if (!isGrounded || text.trim() === '' || isSecret(text)) return []
    const sources = from.flatMap((id) => known.get(id)?.sources ?? said.get(id)?.event ?? [])
    const at = Math.max(...from.map((id) => said.get(id)?.at ?? until))
    return [{ section, text: text.trim().slice(0, maxNote), sources: [...new Set(sources)], at }]
  })
  const dropped = new Set(drop.flatMap((id) => known.get(id)?.id ?? []))
  const left = summary.filter(({ id }) => !dropped.has(id))
  const tooMany = Math.max(0, left.length + added.length - maxLines)
  return { until, drop: [...dropped, ...left.slice(0, tooMany).map(({ id }) => id)], add: added.slice(-maxLines) }
}
