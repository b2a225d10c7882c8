import { collectContext } from '../context/collect.ts'
import { AppError } from '../lib/errors.ts'
import type { Origin } from '../model/budget.ts'
import type { ConversationRequest, UserImage } from '../model/conversation.ts'
import { sniffImage } from '../model/images.ts'
import { readOrderKey } from '../model/key.ts'
import type { Channel } from '../ports/channel.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Asker, OpenDoor, Show } from '../turns/show.ts'
import { type AnswerBudgetParts, answerRefusal } from '../turns/spending/answers.ts'
import { type ChannelOf, contextOf, serverOf, type WaitingMessage } from './context.ts'
import { createReply } from './reply.ts'
import type { ReplyParts } from './showing.ts'
import { sentences } from './words/index.ts'

const maxImages = 4
const maxImageBytes = 8 * 1024 * 1024

export interface ChatParts extends Omit<ReplyParts, 'channel'>, AnswerBudgetParts {
  channelOf: ChannelOf
  /** Characters of an utterance. */
  maxLength: number
}

/** The door of chat messages: the row's message is the request, and a reply in its place shows the answer. */
export function createChatDoor(parts: ChatParts): OpenDoor {
  return (row): Asker | 'elsewhere' | 'gone' => {
    const message: WaitingMessage = JSON.parse(row.payload)
    const channel = parts.channelOf(message)
    // What nobody wants any more needs no platform to be put away.
    if (!channel) return row.cancelled === 'deleted' ? 'gone' : 'elsewhere'
    const context = contextOf(message)
    return {
      waits: false,
      language: context.language,
      context: JSON.stringify(context),
      origin: originOf(message),
      request: (signal) => requestOf(row, message, channel, parts, signal),
      show: (turn) => (message.listen ? silence : createReply({ ...parts, channel }, turn, context)),
    }
  }
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
): Promise<ConversationRequest> {
  const { agent, account } = readOrderKey(row.key)
  const { store, maxLength, now } = parts
  const { listen, files, author, platform: door } = message
  const origin = originOf(message)
  const payer = { account, agent, uid: author.uid, door, origin }
  const refusal = listen ? undefined : await answerRefusal(parts, payer, now())
  if (refusal) throw refusal
  const question = { ...message, eventId: row.event_id, account, agent }
  const around = collectContext(question, { store, channel, now, signal })
  const said = await around.utterance()
  const isVoice = files.length > 0 && files.every(({ mimetype }) => mimetype?.startsWith('audio/'))
  if (!listen && isVoice && said === '') throw new AppError('voice_unsupported', sentences.voiceUnsupported)
  // A picture or a forwarded message alone is a question about it, not the start of a conversation.
  const alone = [...files.map((file) => `[${file.name}]`), ...(message.quoted ?? []).map(() => '[forwarded message]')]
  const utterance = said || alone.join(' ')
  if (utterance.length > maxLength) throw new AppError('utterance_too_long', sentences.tooLong(maxLength))
  return {
    account,
    agent,
    uid: author.uid,
    conversation: row.conversation,
    door,
    origin,
    utterance,
    ...(listen ? { disableAiResponse: true } : { images: await imagesOf(message, channel, signal) }),
    context: around.context,
    ...(author.locale !== undefined && { locale: author.locale }),
  }
}

async function imagesOf(message: WaitingMessage, channel: Channel, signal: AbortSignal): Promise<UserImage[]> {
  const files = message.files.filter(({ mimetype }) => mimetype?.startsWith('image/') ?? true)
  const tooMany = () => new AppError('too_many_images', sentences.tooManyImages(maxImages))
  if (files.filter(({ mimetype }) => mimetype).length > maxImages) throw tooMany()
  const images: UserImage[] = []
  for (const file of files) {
    if (file.size > maxImageBytes) throw new AppError('image_too_large', sentences.imageTooLarge)
    const got = await channel.download?.(file.ref, maxImageBytes, signal)
    const bytes = got && 'ok' in got ? got.ok : undefined
    const mimetype = bytes && sniffImage(bytes)
    // What is not told to be an image may be none.
    if (!mimetype && !file.mimetype) continue
    if (!mimetype) throw new AppError('image_unreadable', sentences.imageUnreadable)
    if (images.length === maxImages) throw tooMany()
    images.push({ mimetype, base64: Buffer.from(bytes).toString('base64') })
  }
  return images
}
