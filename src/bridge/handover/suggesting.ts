import { readOrderKey } from '../../model/key.ts'
import type { InboundMessage, Note, Press } from '../../model/message.ts'
import type { Handover } from '../../store/handovers.ts'
import type { TurnRow } from '../../store/turns.ts'
import { readAnswer } from '../../turns/show.ts'
import type { ChatContext, WaitingMessage } from '../context.ts'
import { htmlToMarkdown } from '../html.ts'
import { handoverSentences as sentences } from '../words/index.ts'
import { type HandoversParts, noticeOf, rowOf } from './change.ts'

/** Later it would come to a conversation that has gone on. */
const makingMs = 30_000

/**
 * What the agent would say to a person with whom somebody of a team talks: for the team alone, who send it or do not. Nothing waits for
 * it, and where its process dies it does not come.
 */
export function createSuggesting(parts: Pick<HandoversParts, 'store' | 'queue' | 'suggest' | 'log'>) {
  const { store, queue, suggest, log } = parts
  /** Of each hand-over the one that is being made. */
  const making = new Map<string, AbortController>()

  function stop({ id }: Pick<Handover, 'id'>): void {
    making.get(id)?.abort()
    making.delete(id)
  }

  async function make(row: Handover, message: InboundMessage, signal: AbortSignal): Promise<void> {
    const { account, agent, uid } = readOrderKey(row.key)
    const live = await store.agents.live(agent)
    if (!live?.document.agent.handover?.suggest) return
    const made = await suggest(
      {
        ...{ account, agent, uid, conversation: row.conversation, door: message.platform, utterance: message.text },
        ...(message.author.locale !== undefined && { locale: message.author.locale }),
      },
      signal,
    )
    const { utterance = '' } = made?.answer ?? {}
    const text = (made?.format === 'html' ? htmlToMarkdown(utterance) : utterance).trim()
    if (text === '' || signal.aborted) return
    const team: ChatContext = JSON.parse(row.team!)
    const { language } = team
    const context = { ...team, handover: { id: row.id, passed: 'suggestion' as const } }
    const buttons = { options: [sentences.send[language]], choices: ['send' as const] }
    const shown = `${sentences.suggested[language]}\n\n${text.replaceAll(/^/gm, '> ')}`
    const notice = noticeOf(row, `suggestion:${message.eventId}`, context, shown, buttons)
    if (await store.db.batch([store.inbox.addStep(notice), store.handovers.stillStep(row.id)]))
      await queue.ring(row.key)
  }

  return {
    /** The person has said something. */
    begin(row: Handover, message: InboundMessage): void {
      stop(row)
      if (row.state !== 'taken' || row.team === null || message.text.trim() === '') return
      const ends = new AbortController()
      making.set(row.id, ends)
      make(row, message, AbortSignal.any([ends.signal, AbortSignal.timeout(makingMs)]))
        .catch((err) => {
          if (!ends.signal.aborted) log.info({ err, handover: row.id }, 'no answer could be suggested to the team')
        })
        .finally(() => {
          if (making.get(row.id) === ends) making.delete(row.id)
        })
    },

    /** Somebody of the team has answered: what is not suggested by now is not wanted any more. */
    stop,

    /** It goes to the person, once, as words of whoever sends it. */
    async send(row: Handover, turn: TurnRow, { platform, installation, author }: Press): Promise<Note | undefined> {
      const answer = readAnswer(turn)
      const context: ChatContext = JSON.parse(row.context)
      if (!answer || row.state !== 'taken') return { text: sentences.over[context.language] }
      const from = { platform, installation, id: author.id, ...(author.name !== undefined && { name: author.name }) }
      const message: WaitingMessage = {
        ...context,
        handover: { id: row.id, passed: 'to person', from },
        text: unquoted(answer.response.utterance),
        files: [],
      }
      const sent = rowOf(row, `handover:${row.id}:sent:${turn.id}`, message)
      const isSent = await store.db.batch([store.inbox.addStep(sent), store.handovers.stillStep(row.id)])
      if (isSent) await queue.ring(row.key)
      // It is over since it was looked at; or somebody has sent it before.
      const isOver = !isSent && !(await store.inbox.byEvent(sent.event_id))
      return isOver ? { text: sentences.over[context.language] } : undefined
    },
  }
}

/** What stands below the line that says what it is. */
const unquoted = (shown: string): string => shown.slice(shown.indexOf('\n\n') + 2).replaceAll(/^> /gm, '')
