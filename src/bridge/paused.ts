import type { Log } from '../lib/log.ts'
import type { MessageRef } from '../model/message.ts'
import type { Budget } from '../ports/budget.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { pauseOfKey } from '../turns/gate.ts'
import type { ChatContext } from './context.ts'
import { noted, partAs } from './parts.ts'
import { sentences } from './words/index.ts'

/** Nobody waits for it to be told. */
const noteMs = 10_000

/**
 * Tells somebody whose message waits for the end of a pause that it does, alone, where the platform can do that, and once for each
 * pause. Never rejects.
 */
export async function tellPaused(
  { store, log }: { store: Store; log: Log },
  channel: Channel | undefined,
  key: string,
  { author, replyTo, language, once }: Pick<ChatContext, 'author' | 'replyTo' | 'language' | 'once'>,
): Promise<void> {
  // It would be taken for the answer.
  if (once) return
  try {
    const pause = await pauseOfKey(store, key)
    if (!pause || !channel?.notify || !(await store.pauses.tellOnce(pause, author.uid))) return
    const text = sentences.waitsForPause(pause.why)[language]
    const outcome = await channel.notify(author.id, replyTo, { text }, AbortSignal.timeout(noteMs))
    if (!('ok' in outcome)) log.info({ person: author.uid, outcome }, 'somebody could not be told that all is paused')
  } catch (err) {
    log.warn({ err, person: author.uid }, 'somebody could not be told that all is paused')
  }
}

/** A message that was begun says that it goes on later, if it can be changed now. */
export async function sayPaused(
  { channel, budget }: { channel: Channel; budget: Budget },
  context: Pick<ChatContext, 'replyTo' | 'language' | 'asksFor' | 'handover'>,
  ref: MessageRef,
  words: string,
): Promise<boolean> {
  const { replyTo, language } = context
  const limits = channel.limits(replyTo)
  if ((await budget.tryTake(limits.cost.edit, 'urgent')) !== 'ok') return false
  const part = partAs(noted(words, limits, sentences.pausedHere[language]), context)
  return 'ok' in (await channel.edit(ref, part, AbortSignal.timeout(noteMs)))
}
