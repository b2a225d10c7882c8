import { languageOf } from '../lib/language.ts'
import { readOrderKey } from '../model/key.ts'
import type { InboundMessage } from '../model/message.ts'
import type { Inbox, LookedUp, Taken } from '../ports/channel.ts'
import { pauseOfKey } from '../turns/gate.ts'
import type { createAddressing } from './addressing.ts'
import { serverOf } from './context.ts'
import type { IntakeParts } from './intake-parts.ts'
import type { createLimits } from './limits.ts'
import type { createTurnedAway } from './turned-away.ts'
import { sentences } from './words/index.ts'

/** In one answer, and in all of them together: whoever has not found it by then says it otherwise. */
const mostAtOnce = 10
const mostInAll = 30
/** Of what is looked for, in UTF-16 units. */
const maxText = 300

/**
 * Looking something up in what the agent of a place knows: for whoever may ask it there, and nobody else, by what decides that of
 * messages. Nothing of it is kept but that it was done.
 */
export function createLookUps(
  parts: Pick<IntakeParts, 'store' | 'lookUp'>,
  { addressee, keyOf }: Pick<ReturnType<typeof createAddressing>, 'addressee' | 'keyOf'>,
  limits: ReturnType<typeof createLimits>,
  { refuse, drop }: Pick<ReturnType<typeof createTurnedAway>, 'refuse' | 'drop'>,
): Inbox['lookUp'] {
  const { store } = parts

  /** To whom nothing is shown, they hear why. */
  const refused = async (taken: Promise<Taken>): Promise<LookedUp> => {
    const why = await taken
    return why === 'taken' ? { found: [] } : why
  }

  return async (told, { skip, count }, signal) => {
    const asked: InboundMessage = { ...told, promised: true, text: told.text.slice(0, maxText).toWellFormed() }
    const to = await addressee(asked)
    if (typeof to === 'string') return refused(drop(asked, to))
    const { account, agent, message } = to
    const { author, text, platform } = message
    if (await store.personPauses.has(account, author.uid)) return refused(drop(message, 'personPaused'))
    const key = await keyOf(account, agent, author.uid)
    const language = languageOf(author.locale, text)
    const pause = await pauseOfKey(store, key)
    if (pause) return { dropped: { text: sentences.pausedNow(pause.why)[language] } }
    const why = (await limits.refusal(account, key, message)) ?? (await limits.lookedUp(account, key, message))
    if (why) return refused(refuse(message, account, why))
    const { uid } = readOrderKey(key)
    const channel = message.within.at(-2) ?? message.within[0]!
    const payer = { account, agent, uid, door: platform, origin: { channel, server: serverOf(message) } }
    const known = await parts.lookUp(payer, text, mostInAll, signal)
    if (!known) return { dropped: { text: sentences.noKnowledge[language] } }
    return { found: known.slice(skip, skip + Math.min(count, mostAtOnce)) }
  }
}
