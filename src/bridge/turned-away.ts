import { languageOf } from '../lib/language.ts'
import { namedAt } from '../model/commands.ts'
import type { InboundMessage } from '../model/message.ts'
import type { Taken } from '../ports/channel.ts'
import { isCalled } from './addressing.ts'
import { ageOf, type IntakeParts } from './intake-parts.ts'
import type { Refusal } from './limits.ts'
import { unserved, unservedAgainMs } from './unserved.ts'
import { sentences } from './words/index.ts'

type Unanswered = 'unserved' | keyof typeof sentences.unanswered

/** Why somebody is not answered is told them again after so long. */
const toldAgainMs = 600_000
/** For so long it is known of a message whether it was answered: see `prune.ts`. */
const knownMs = 86_400_000

/** Messages of which no turn comes: whoever spoke to an agent, or would have been answered without that, hears why, alone. */
export function createTurnedAway(parts: IntakeParts) {
  const { store, log } = parts

  /** Two programs that answer each other do not stop by themselves; what one of them is told the other hears as well. */
  function endLoop({ eventId, author }: InboundMessage): Taken {
    log.warn(
      { event: eventId, program: author.id },
      'a program asked more often than programs may, and was not answered',
    )
    return 'taken'
  }

  /** There is no room for it: whoever wrote it hears so, once for all that they write in that minute. */
  async function refuse(inbound: InboundMessage, account: string, { say, once, about }: Refusal): Promise<Taken> {
    const { eventId, platform, installation, author, promised, replyTo, text: said } = inbound
    const text = say[languageOf(author.locale, said)]
    if (promised) return { dropped: { text } }
    if (once ? !(await store.spending.noteOnce(account, once)) : await store.inbox.byEvent(eventId)) return 'taken'
    parts.tellAlone({
      platform,
      installation,
      account,
      author,
      replyTo,
      text,
      about: about ?? text,
      everyMs: about || !isCalled(inbound) ? toldAgainMs : 0,
    })
    return 'taken'
  }

  /** Nothing will come of it: whoever asked hears why. What the agent was told before, and answered, is no news. */
  async function drop(inbound: InboundMessage, why: Unanswered, isAsked = isCalled(inbound)): Promise<Taken> {
    const { eventId, platform, installation, promised, author, within, replyTo, text, sentAt } = inbound
    if (inbound.program || inbound.reaction || !isAsked) return 'taken'
    if (ageOf(parts, platform, sentAt) > knownMs || (await store.inbox.byEvent(eventId))) return 'taken'
    const standing = await store.places.standingOf(platform, installation)
    const sentence = why === 'unserved' ? unserved(standing, installation) : sentences.unanswered[why]
    const said = namedAt(parts.spelledAt(inbound), sentence[languageOf(author.locale, text)])
    if (promised) return { dropped: { text: said } }
    const isUnserved = why === 'unserved'
    parts.tellAlone({
      ...{ platform, installation, account: standing?.account, author, replyTo, text: said },
      about: isUnserved ? why : `${why} ${within.at(-2) ?? within[0]}`,
      everyMs: isUnserved ? unservedAgainMs : toldAgainMs,
    })
    return 'taken'
  }

  return { endLoop, refuse, drop }
}
