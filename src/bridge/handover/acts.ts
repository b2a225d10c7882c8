import { milliseconds } from '../../engine/scenario/duration.ts'
import { isOpenAt, opensNext } from '../../lib/hours.ts'
import type { Texts } from '../../lib/language.ts'
import { inZone } from '../../lib/moment.ts'
import { plain } from '../../lib/quoting.ts'
import { type HandoverChoice, type HandoverEnd, usualPatience } from '../../model/handover.ts'
import { readOrderKey } from '../../model/key.ts'
import type { Note, PlatformId } from '../../model/message.ts'
import type { Handover } from '../../store/handovers.ts'
import type { NewRow } from '../../store/inbox.ts'
import type { ChatContext } from '../context.ts'
import { handoverSentences as sentences } from '../words/index.ts'
import { cardOf } from './card.ts'
import { type By, type Changing, type HandoversParts, noticeOf, toPerson, toTeam } from './change.ts'
import { nameOf } from './passed.ts'
import { teamChannelOf } from './team.ts'

type NameFrom = { platform: PlatformId; installation: string; id: string; name?: string }

/** What people do with a hand-over: by a button, or a word in its place. */
export function createActs({ store, channelOf, pay, now }: HandoversParts, changing: Changing) {
  const { change, namesOf, settingsOf, fail } = changing

  /** The person agrees: the team's channel gets its card, and they hear that it has. */
  async function agree(row: Handover, by: By): Promise<void> {
    const { account } = readOrderKey(row.key)
    const settings = await settingsOf(row)
    const team = settings && (await teamChannelOf(store, channelOf, account, settings.to))
    if (!settings || !team) return fail(row, sentences.noChannel.en, by)
    const { hours, patience = usualPatience } = settings
    const opens = hours && !isOpenAt(hours, now()) ? opensNext(hours, now()) : undefined
    const { language }: ChatContext = JSON.parse(row.context)
    const { platform, installation, place } = team
    const context: ChatContext = {
      ...{ platform, installation, conversation: row.conversation, place, channel: place, replyTo: place, language },
      author: { uid: '', id: '' },
    }
    await change(row, {
      step: 'agreed',
      guard: store.handovers.agreeStep(row.id, {
        team: JSON.stringify(context),
        remindAt: (opens ?? now()) + milliseconds(patience),
      }),
      by,
      rows: [await cardRow({ ...row, team: JSON.stringify(context) }, 'card')],
    })
  }

  async function cardRow(row: Handover, what: 'card' | 'card again'): Promise<NewRow> {
    const context: ChatContext = JSON.parse(row.team!)
    const { text, ...buttons } = cardOf({ ...row, state: 'waiting' }, await namesOf(row))
    return noticeOf(row, what, { ...context, handover: { id: row.id, passed: 'card' } }, text, buttons)
  }

  /**
   * A card of which nobody can tell whether it is there is posted once more: two of them do no harm, since whoever takes either has it.
   * Undefined: it was before.
   */
  async function cardAgain(row: Handover): Promise<NewRow | undefined> {
    const card = await cardRow(row, 'card again')
    return (await store.inbox.byEvent(card.event_id)) ? undefined : card
  }

  /** The team can read it: its person hears so, in the batch that knows it. */
  async function posted(row: Handover): Promise<NewRow> {
    const { language }: ChatContext = JSON.parse(row.context)
    const { hours } = (await settingsOf(row)) ?? {}
    const opens = hours && !isOpenAt(hours, now()) ? opensNext(hours, now()) : undefined
    if (!hours || opens === undefined) return toPerson(row, 'passed', sentences.passed, 'leave')
    const when = `${inZone(language, hours.zone)(opens, false)} (${hours.zone})`
    return toPerson(row, 'passed', sentences.passedOutside(when), 'leave')
  }

  async function end(row: Handover, ended: HandoverEnd, by: By, name: string): Promise<boolean> {
    const from = ended === 'declined' ? (['asked'] as const) : (['agreed', 'waiting', 'taken'] as const)
    const said: Partial<Record<HandoverEnd, Texts>> = {
      declined: sentences.declined,
      left: sentences.left,
      back: sentences.handedBack(name),
      solved: sentences.solved(name),
    }
    // Whoever goes on writing in the thread is to know that nobody reads it.
    const here: Partial<Record<HandoverEnd, Texts>> = {
      left: sentences.theyLeft,
      back: sentences.backHere(name),
      solved: sentences.closedHere(name),
    }
    const told = here[ended]
    const note = told ? toTeam(row, `${ended} here`, (language) => told[language]) : []
    return change(row, {
      step: ended,
      guard: store.handovers.closeStep(row.id, from, ended),
      by,
      rows: [toPerson(row, ended, said[ended] ?? sentences.left), ...note],
      after: { state: 'closed', ended },
    })
  }

  /** One of them wins; whoever comes second reads who did. */
  async function take(row: Handover, by: By, name: string): Promise<boolean> {
    return change(row, {
      step: 'taken',
      guard: store.handovers.takeStep(row.id, { uid: by.author.uid, name }),
      by,
      rows: [toPerson(row, 'taken', sentences.taken(name), 'leave')],
      after: { state: 'taken', taken_name: name },
    })
  }

  /** Does what a button says, or a word in its place. What whoever did it is to read alone, if anything. */
  async function act(
    row: Handover,
    choice: Exclude<HandoverChoice, 'send'>,
    by: By,
    from: NameFrom,
  ): Promise<Note | undefined> {
    const { language }: ChatContext = JSON.parse(row.context)
    if (choice === 'agree') await agree(row, by)
    const ends = { decline: 'declined', leave: 'left', back: 'back', close: 'solved' } as const
    if (choice === 'agree') return undefined
    const name = plain((await nameOf(channelOf, from)) ?? sentences.somebody[language], 60)
    const isDone = choice === 'take' ? await take(row, by, name) : await end(row, ends[choice], by, name)
    if (isDone) return undefined
    const is = await store.handovers.byId(row.id)
    if (row.card) pay(row.card)
    if (is?.state === 'taken' && is.taken_by !== by.author.uid)
      return { text: sentences.already(is.taken_name ?? '')[language] }
    return is?.state === 'closed' ? { text: sentences.over[language] } : undefined
  }

  return { act, posted, cardAgain }
}
