import { collectContext } from '../context/collect.ts'
import { fileSettingsOf } from '../context/file-settings.ts'
import { readFiles } from '../context/files.ts'
import { searchFor } from '../context/search.ts'
import { createShelf, type FindPassages } from '../context/shelf.ts'
import { createEar, type Ear, isVoice } from '../context/voice.ts'
import { AppError } from '../lib/errors.ts'
import type { Origin } from '../model/budget.ts'
import type { ConversationRequest } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { InboundFile } from '../model/message.ts'
import type { Fired } from '../model/timer.ts'
import type { PlatformGroup } from '../model/tools.ts'
import type { Channel } from '../ports/channel.ts'
import type { Documents } from '../ports/documents.ts'
import type { Pages } from '../ports/pages.ts'
import type { Transcriber } from '../ports/transcriber.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { OpenDoor, Show } from '../turns/show.ts'
import { type AnswerBudgetParts, answerRefusal } from '../turns/spending/answers.ts'
import { paidBy, payerOf } from '../turns/spending/meter.ts'
import { untold } from './activity.ts'
import { approvalCard } from './approval-cards.ts'
import { type ChannelOf, contextOf, serverOf, type WaitingMessage } from './context.ts'
import { asAgent } from './faces.ts'
import { destined } from './handover/destined.ts'
import { passedOn } from './handover/passed.ts'
import type { TellAlone } from './private-notes.ts'
import { createReply } from './reply.ts'
import type { ReplyParts } from './showing.ts'
import { sentences } from './words/index.ts'

export interface ChatParts extends Omit<ReplyParts, 'channel'>, AnswerBudgetParts {
  channelOf: ChannelOf
  documents: Documents
  /** Reads what links lead to. */
  pages: Pages | undefined
  /** Writes down voice messages; none where nobody does. */
  transcriber: Transcriber | undefined
  /** Finds what stands in the files of a conversation. */
  find: FindPassages
  tellAlone: TellAlone
  /** Characters of an utterance. */
  maxLength: number
}

/** The door of chat messages: the row's message is the request, and a reply in its place shows the answer. */
export function createChatDoor(parts: ChatParts): OpenDoor {
  return async (row) => {
    const message = await destined(parts.store, row)
    if (message === 'anew') return message
    const channel = parts.channelOf(message)
    // What nobody wants any more needs no platform to be put away.
    if (!channel) return row.cancelled === 'deleted' ? 'gone' : 'elsewhere'
    const context = contextOf(message)
    // What people say to each other, and what is asked of others, is the app's to say.
    const isAgents = !context.handover && !context.asksFor
    const shown = isAgents ? asAgent(parts.store, channel, row.key) : channel
    const replying = message.fired?.task.kind === 'watch' ? { ...parts, activities: untold } : parts
    return {
      waits: false,
      ...((message.fired || context.handover || context.asksFor) && { isTimed: true as const }),
      ...(context.handover && {
        written: (signal: AbortSignal) =>
          passedOn(message, { ...parts, account: readOrderKey(row.key).account, event: row.event_id }, signal),
      }),
      ...(context.asksFor && { written: async () => approvalCard(message) }),
      language: context.language,
      context: JSON.stringify(context),
      origin: originOf(message),
      isIn: (group, signal) => isIn(channel, message, group, signal),
      request: (signal) => requestOf(row, message, channel, parts, signal),
      show: (turn) => (message.listen ? silence : createReply({ ...replying, channel: shown }, turn, context)),
    }
  }
}

/** Nobody waits longer to hear who is in a group. */
const groupMs = 5000

/** Asked of the platform each time, since whoever has left a group is in it no more; of a group of another platform nobody here is. */
async function isIn(
  channel: Channel,
  { platform, author }: WaitingMessage,
  of: PlatformGroup,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (of.platform !== platform) return false
  return channel.isIn?.(author.id, of.group, AbortSignal.any([signal, AbortSignal.timeout(groupMs)])) ?? false
}

function originOf(message: WaitingMessage): Origin {
  const { channel, guest } = message
  return { ...(channel && { channel }), ...(guest && { guest }), server: serverOf(message) }
}

/** Of what is only listened to nothing is shown, whatever becomes of it. */
const silence: Show = {
  progress() {},
  ahead: () => [],
  answer: async () => ({ missing: 'nothing', steps: [] }),
  failed() {},
  async leave() {},
  async discard() {},
}

async function requestOf(
  row: InboxRow,
  message: WaitingMessage,
  channel: Channel,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<ConversationRequest | undefined> {
  const { agent, account, uid } = readOrderKey(row.key)
  const { store, documents, pages, transcriber, find, maxLength, log, now } = parts
  const { listen, approval, author, platform: door, wantsPerson } = message
  const origin = originOf(message)
  const payer = { account, agent, uid, door, origin }
  const fired = message.fired && (await stillWanted(parts.store, row, message.fired))
  if (message.fired && !fired) return undefined
  const refusal = listen ? undefined : await answerRefusal(parts, payer, now())
  if (refusal) return refused(refusal, fired)
  const live = await store.agents.live(agent)
  const settings = fileSettingsOf(live?.document.agent ?? {}, message.reads?.files)
  const ear = createEar({ channel, transcriber, settings, log, signal })
  // What somebody says instead of writing is what they ask.
  const isSpoken = !listen && message.text.trim() === '' && message.files.length > 0 && message.files.every(isVoice)
  const spoken = isSpoken && live ? await paidBy(payerOf(payer, live), () => saidIn(message.files, ear)) : undefined
  const files = spoken === undefined ? message.files : []
  const question = { ...message, files, eventId: row.event_id, key: row.key, agent }
  const of = { key: row.key, conversation: row.conversation }
  const shelf = createShelf({ store, find, of, eventId: row.event_id, now, signal })
  const { language } = message
  const reading = { channel, documents, pages, ear, shelf, settings, person: row.key, language, signal }
  const around = collectContext(question, {
    ...{ store, channel, now, signal },
    readFiles: (wanted, links, need) => readFiles(wanted, links, reading, need),
  })
  const said = spoken ?? (fired?.task.kind === 'ask' ? fired.task.text : await around.utterance())
  // A file or a forwarded message alone is a question about it, not the start of a conversation.
  const hidden = message.filesAt ? ['[file]'] : []
  const alone = [
    ...files.map((file) => `[${file.name}]`),
    ...hidden,
    ...(message.quoted ?? []).map(() => '[forwarded message]'),
  ]
  const asks = message.reaction === undefined ? '' : `[asks about this message: :${message.reaction}:]`
  const utterance = said || asks || alone.join(' ')
  if (utterance.length > maxLength) throw new AppError('utterance_too_long', sentences.tooLong(maxLength))
  return {
    account,
    agent,
    uid,
    ...(author.uid !== uid && { speaker: author.uid }),
    conversation: row.conversation,
    door,
    origin,
    utterance,
    ...(listen && { disableAiResponse: true }),
    ...mayOf(message),
    ...(approval !== undefined && { approval }),
    context: around.context,
    ...searchOf(message, question, channel),
    ...(files.length > 0 && { attachments: files.map(({ name }) => name) }),
    ...(fired && { fired }),
    ...(wantsPerson && { wantsPerson }),
    ...localeOf(message),
    timeZone: async () => author.timeZone ?? (await channel.zoneOf?.(author.id, signal)),
  }
}

/** Whoever takes one answer and no more can be asked nothing, and nothing is said to them later. */
function mayOf({ once, listen, talk }: WaitingMessage): Pick<ConversationRequest, 'mayAsk' | 'mayPost'> {
  if (once) return {}
  return { ...(!listen && { mayAsk: talk ? 'place' : 'person' }), mayPost: true }
}

/** Only whoever asks just now has given leave to look. */
function searchOf(
  { fired, approval }: WaitingMessage,
  ...asked: Parameters<typeof searchFor>
): Pick<ConversationRequest, 'search'> {
  const search = fired || approval !== undefined ? undefined : searchFor(...asked)
  return search ? { search } : {}
}

/** Of a look nobody has asked just now: it is left to the next one. */
function refused(refusal: AppError, fired: Fired | undefined): undefined {
  if (fired?.task.kind !== 'watch') throw refusal
}

/** What is said in voice messages, one after the other. */
async function saidIn(files: readonly InboundFile[], ear: Ear): Promise<string> {
  const texts: string[] = []
  for (const file of files) {
    const heard = await ear.hear(file)
    if ('why' in heard) throw new AppError('voice_not_heard', heard.why)
    texts.push(heard.text)
  }
  return texts.join('\n')
}

/** Of what nobody has written the language cannot be seen. */
function localeOf({ author, fired, wantsPerson, language }: WaitingMessage): Pick<ConversationRequest, 'locale'> {
  const locale = author.locale ?? ((fired || wantsPerson) && language)
  return locale === undefined ? {} : { locale }
}

/**
 * What has gone off, where it is wanted yet: the question of a scenario still stands that was not answered, and what is looked at nobody
 * has taken away. Under the lease nobody else moves on.
 */
async function stillWanted(
  store: ChatParts['store'],
  { key, conversation }: InboxRow,
  fired: Fired,
): Promise<Fired | undefined> {
  const { task } = fired
  if (task.kind === 'watch') {
    const timer = await store.timers.byId(task.id)
    // A look before this one may have been answered since it went off.
    return timer && { ...fired, task: JSON.parse(timer.task) }
  }
  if (task.kind !== 'scenario' || task.since === undefined) return fired
  const progress = await store.scenarios.progress(key, conversation)
  const stands = progress?.scenario === task.scenario && progress.node === task.node && progress.since === task.since
  return stands ? fired : undefined
}
