import { languageOf } from '../lib/language.ts'
import { plain } from '../lib/quoting.ts'
import { namedAt } from '../model/commands.ts'
import type { AskAbout, Invitation, Opening, Welcome } from '../model/message.ts'
import type { Inbox } from '../ports/channel.ts'
import type { createAddressing } from './addressing.ts'
import { waitingGreeting, waitingRow } from './context.ts'
import { ageOf, type IntakeParts } from './intake-parts.ts'
import { unserved, unservedAgainMs } from './unserved.ts'
import { sentences } from './words/index.ts'

/** Of a message that somebody asks about, in what they are asked back. */
const quotedCharacters = 600

/** Conversations that begin without a message: somebody opens the app, or asks about what somebody else wrote. */
export function createOpenings(parts: IntakeParts, addressing: ReturnType<typeof createAddressing>) {
  const { store, queue, now } = parts
  const { accountOf, agentAt, hearerAt, isBlocked, keyOf } = addressing

  /** Whoever comes where nobody is answered is told so, alone. */
  async function servedBy({ platform, installation, author, replyTo }: Opening | Invitation) {
    const account = await accountOf(platform, installation)
    const standing = account === undefined ? await store.places.standingOf(platform, installation) : undefined
    if (standing) {
      const text = unserved(standing, installation)[languageOf(author.locale)]
      // Some platforms tell of it whenever somebody looks at their conversation with the app.
      const once = { about: 'unserved', everyMs: unservedAgainMs }
      parts.tellAlone({ platform, installation, account: standing.account, author, replyTo, text, ...once })
    }
    return account
  }

  async function opened(opening: Opening): Promise<Welcome> {
    const { platform } = opening
    const account = await servedBy(opening)
    const { uid } = opening.author
    const isMet =
      account !== undefined && !(await isBlocked(account, uid)) && !(await store.personPauses.has(account, uid))
    const agent = isMet && (await agentAt(account, opening))
    const live = agent && (await store.agents.live(agent))
    if (!account || !agent || !live) return { prompts: [] }
    if (ageOf(parts, platform, opening.openedAt) <= parts.staleAfterMs) {
      const key = await keyOf(account, agent, uid)
      const accepted = await store.db.batch([
        store.places.meetStep(opening.conversation, agent),
        store.inbox.addStep(waitingRow(`opened:${opening.conversation}`, key, waitingGreeting(opening))),
      ])
      if (accepted) await queue.ring(key)
    }
    // Those with a person's state in them are left to the answers, which fill it in.
    const prompts = (live.document.replies.openingOptions ?? []).filter((option) => !/[#@]\{/.test(option))
    return { prompts }
  }

  /** Said as whatever an agent says by itself, so once, and in whatever way the place takes it. */
  async function invited(invitation: Invitation): Promise<void> {
    const { platform, installation, author, replyTo, within, conversation, openedAt } = invitation
    if (ageOf(parts, platform, openedAt) > parts.staleAfterMs) return
    const account = await servedBy(invitation)
    const { uid } = author
    if (account === undefined || (await isBlocked(account, uid)) || (await store.personPauses.has(account, uid))) return
    const language = languageOf(author.locale)
    const { agent, mode } = await hearerAt(account, { platform, installation, within })
    const live = agent && (await store.agents.live(agent))
    if (!agent || !live) {
      const text = namedAt(parts.spelledAt(invitation), sentences.unanswered.noAgent[language])
      const once = { about: `noAgent ${conversation}`, everyMs: unservedAgainMs }
      return parts.tellAlone({ platform, installation, account, author, replyTo, text, ...once })
    }
    const text = sentences.invited(plain(live.document.agent.displayName ?? agent), mode === 'all')[language]
    const fired = { task: { kind: 'message' as const, text }, due: openedAt, zone: 'UTC' }
    const key = await keyOf(account, agent, uid)
    const accepted = await store.db.batch([
      store.places.meetStep(conversation, agent),
      store.inbox.addStep(waitingRow(`opened:${conversation}`, key, { ...waitingGreeting(invitation), fired })),
    ])
    if (accepted) await queue.ring(key)
  }

  async function asked({ platform, installation, author, talk, about }: AskAbout): ReturnType<Inbox['asked']> {
    const account = await accountOf(platform, installation)
    const language = languageOf(author.locale, about.text)
    if (account === undefined) {
      const standing = await store.places.standingOf(platform, installation)
      return { dropped: { text: unserved(standing, installation)[language] } }
    }
    const agent = await agentAt(account, { platform, installation, within: [] })
    const why = (await isBlocked(account, author.uid)) ? 'blocked' : agent === undefined ? 'noAgent' : undefined
    if (why)
      return {
        dropped: { text: namedAt(parts.spelledAt({ platform, installation }), sentences.unanswered[why][language]) },
      }
    await store.said.keep({
      talk,
      event_id: about.eventId,
      uid: '',
      author: about.author.id,
      name: about.author.name ?? null,
      kind: 'person',
      text: `${about.text}\n${about.link}`,
      asked: 0,
      at: now(),
      agent: agent ?? null,
    })
    const { text } = about
    const short = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).toWellFormed()}…` : text
    const quote = short.replaceAll(/^/gm, '> ')
    return { question: { text: `${quote}\n\n${about.link}\n\n${sentences.askAbout[language]}` } }
  }

  return { opened, invited, asked }
}
