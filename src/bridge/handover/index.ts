import type { Outside } from '../../admin/commands/outside.ts'
import { languageOf } from '../../lib/language.ts'
import type { HandoverButtons } from '../../model/handover.ts'
import type { InboundMessage, Note, Place, Press } from '../../model/message.ts'
import type { Handover } from '../../store/handovers.ts'
import type { Step } from '../../store/statement.ts'
import type { TurnRow } from '../../store/turns.ts'
import { readAnswer, writeAnswer } from '../../turns/show.ts'
import type { ChatContext, WaitingMessage } from '../context.ts'
import { handoverSentences as sentences } from '../words/index.ts'
import { createActs } from './acts.ts'
import { createChange, type HandoversParts, toPerson, toTeam } from './change.ts'
import { nameOf, saidBy } from './passed.ts'
import { createSaying } from './saying.ts'
import { createSuggesting } from './suggesting.ts'

/** Where the thread of a card is, or why there is no card. */
export type CardShown = { place: Place; replyTo: Place } | { why: string; isUnsure: boolean }

/** Looked at once. */
const atOnce = 100
/** Whoever is still waiting is spoken of again after so long at least, and each time later. */
const leastAgainMs = 600_000

/**
 * Conversations that are handed to people. What is said of one, and in it, are rows of the inbox under the key of its person, so that
 * both sides read everything once and in the order in which it came, whatever dies in between; what it is changes in the same batch.
 */
export function createHandovers(parts: HandoversParts) {
  const { store, queue, channelOf, pay, now } = parts
  const changing = createChange(parts)
  const { change, namesOf, settingsOf, fail, tellOwners } = changing
  const { act, posted, cardAgain } = createActs(parts, changing)
  const suggesting = createSuggesting(parts)

  return {
    act,
    say: createSaying(parts),
    suggesting,

    /** The same by a command. */
    async handOver({
      id,
      choice,
      person,
      door,
      name,
    }: Parameters<Outside['handOver']>[0]): Promise<string | undefined> {
      const row = await store.handovers.byId(id)
      if (!row?.team) return undefined
      const { platform, installation }: ChatContext = JSON.parse(row.team)
      const from = { platform, installation, id: person.slice(person.lastIndexOf('_') + 1), ...(name && { name }) }
      return (await act(row, choice, { author: { uid: person }, door }, from))?.text
    },

    async pressed(buttons: HandoverButtons, turn: TurnRow, press: Press): Promise<Note | undefined> {
      const { language }: ChatContext = JSON.parse(turn.context!)
      const row = await store.handovers.byId(buttons.id)
      const choice = buttons.choices[press.index]
      if (!row || choice === undefined) return { text: sentences.over[language] }
      const { platform, installation, author } = press
      const note =
        choice === 'send'
          ? await suggesting.send(row, turn, press)
          : await act(row, choice, { author, door: platform }, { platform, installation, ...author })
      // The card is made anew; on others it is marked which one was pressed.
      if (turn.id !== row.card && note === undefined) {
        await store.db.batch([store.turns.pressStep(turn.id, press.index)])
        pay(turn.id)
      }
      return note
    },

    /** Those that a message may belong to. */
    around: ({ within, conversation }: Pick<InboundMessage, 'within' | 'conversation'>): Promise<Handover[]> =>
      store.handovers.inPlaces(within, conversation),

    /** A message in its way to the other side. */
    passing(row: Handover, message: InboundMessage, to: 'team' | 'person'): WaitingMessage | undefined {
      const context: ChatContext | undefined =
        to === 'team' ? row.team && JSON.parse(row.team) : JSON.parse(row.context)
      if (!context) return undefined
      const { platform, installation, author, replyTo, text, files, filesAt, named } = message
      const { id, uid, name } = author
      const near = { uid, replyTo, language: languageOf(author.locale, text) }
      const from = { platform, installation, id, ...(name !== undefined && { name }), near }
      const handover = { id: row.id, passed: to === 'team' ? ('to team' as const) : ('to person' as const), from }
      return { ...context, handover, text, files, ...(filesAt && { filesAt }), ...(named.length > 0 && { named }) }
    },

    /** What was passed on reads so now. */
    async reworded(eventId: string, text: string): Promise<void> {
      for (const { id } of await store.turns.ofEvent(eventId)) {
        const turn = await store.turns.byId(id)
        const answer = turn && readAnswer(turn)
        const context: ChatContext | undefined = turn?.context ? JSON.parse(turn.context) : undefined
        if (!answer || !context?.handover?.from) continue
        const name = await nameOf(channelOf, context.handover.from)
        const utterance = saidBy(name, text, answer.files ?? [], context)
        const response = { ...answer.response, utterance }
        await store.db.batch([store.turns.reviseStep(id, writeAnswer({ ...answer, response }))])
        pay(id)
      }
    },

    /** Whoever puts a thumb down on an answer is asked whether they want a person, where their agent does so. */
    async thumbDown({ id, key }: TurnRow, { handover: _, ...context }: ChatContext): Promise<void> {
      const settings = await settingsOf({ key })
      if (!settings?.offer?.includes('thumb')) return
      const message: WaitingMessage = { ...context, text: '', files: [], wantsPerson: 'thumb' }
      const { platform: door, installation, conversation } = context
      const payload = JSON.stringify(message)
      const row = { event_id: `thumb:${id}`, key, door, conversation, installation, payload }
      if (await store.db.batch([store.inbox.addStep(row)])) await queue.ring(key)
    },

    /** The card is there, or could not be posted: what is to be written with the end of its turn. */
    async shown(id: string, turn: string, shown: CardShown): Promise<readonly Step[]> {
      const row = await store.handovers.byId(id)
      if (!row?.team) return []
      if ('why' in shown) {
        const again = shown.isUnsure && row.state === 'agreed' ? await cardAgain(row) : undefined
        if (!again) await fail(row, shown.why)
        else await queue.ring(row.key)
        return again ? [{ ...store.inbox.addStep(again), guard: false }] : []
      }
      const { place, replyTo } = shown
      const team = JSON.stringify({ ...JSON.parse(row.team), place, replyTo })
      const told = store.inbox.addStep(await posted(row))
      // Rung now it comes after the turn that is being settled.
      await queue.ring(row.key)
      return [store.handovers.postedStep(id, { place, team }, turn), { ...told, guard: false }]
    },

    /** A channel or thread of a team is no more. */
    async placeGone(place: Place): Promise<void> {
      for (const row of await store.handovers.openIn(place)) {
        const isDone = await change(row, {
          step: 'gone',
          guard: store.handovers.closeStep(row.id, ['agreed', 'waiting', 'taken'], 'gone'),
          rows: [toPerson(row, 'gone', sentences.gone)],
        })
        if (isDone) await tellOwners(row, 'gone')
      }
    },

    /** Whoever has waited in vain hears that it is kept, once; the team is reminded, each time later. */
    async remind(): Promise<void> {
      for (const row of await store.handovers.overdue(atOnce)) {
        const at = row.remind_at!
        const next = now() + Math.max(leastAgainMs, 2 * (at - (row.waiting_at ?? at)))
        const { person } = await namesOf(row)
        const isTold = (await store.inbox.byEvent(`handover:${row.id}:late`)) !== undefined
        const rows = [
          ...(isTold ? [] : [toPerson(row, 'late', sentences.late, 'leave')]),
          ...toTeam(row, `late:${at}`, (language) => sentences.stillWaiting(person)[language]),
        ]
        const steps = [store.handovers.remindedStep(row, next), ...rows.map((one) => store.inbox.addStep(one))]
        if (await store.db.batch(steps)) await queue.ring(row.key)
      }
    },
  }
}

export type Handovers = ReturnType<typeof createHandovers>
