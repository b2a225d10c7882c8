import { AppError } from '../errors.ts'
import type { ConversationRequest, UserImage } from '../model/conversation.ts'
import { sniffImage } from '../model/images.ts'
import { readOrderKey } from '../model/key.ts'
import type { Channel } from '../ports/channel.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Asker, OpenDoor } from '../turns/show.ts'
import { type ChannelOf, contextOf, type WaitingMessage } from './context.ts'
import { createReply, type ReplyParts } from './reply.ts'
import * as sentences from './sentences.ts'

const maxImages = 4
const maxImageBytes = 8 * 1024 * 1024

export interface ChatParts extends Omit<ReplyParts, 'channel'> {
  channelOf: ChannelOf
  /** Characters of an utterance. */
  maxLength: number
  /** Whether the account's plan has room for another conversation this month. */
  hasRoom(account: string): Promise<boolean>
}

/** The door of chat messages: the row's message is the request, and a reply in its place shows the answer. */
export function createChatDoor(parts: ChatParts): OpenDoor {
  return (row): Asker | 'elsewhere' => {
    const message: WaitingMessage = JSON.parse(row.payload)
    const channel = parts.channelOf(message)
    if (!channel) return 'elsewhere'
    const context = contextOf(message)
    return {
      waits: false,
      language: context.language,
      context: JSON.stringify(context),
      request: (signal) => requestOf(row, message, channel, parts, signal),
      show: (turn) => createReply({ ...parts, channel }, turn, context),
    }
  }
}

async function requestOf(
  row: InboxRow,
  message: WaitingMessage,
  channel: Channel,
  { maxLength, hasRoom }: ChatParts,
  signal: AbortSignal,
): Promise<ConversationRequest> {
  const { agent, account } = readOrderKey(row.key)
  if (!(await hasRoom(account))) throw new AppError('conversation_cap_reached', sentences.capReached, { status: 429 })
  // A picture alone is a question about it, not the start of a conversation.
  const utterance = message.text || message.files.map((file) => `[${file.name}]`).join(' ')
  if (utterance.length > maxLength) throw new AppError('utterance_too_long', sentences.tooLong(maxLength))
  return {
    account,
    agent,
    uid: message.author.uid,
    conversation: row.conversation,
    door: message.platform,
    utterance,
    images: await imagesOf(message, channel, signal),
    ...(message.author.locale !== undefined && { locale: message.author.locale }),
  }
}

async function imagesOf(message: WaitingMessage, channel: Channel, signal: AbortSignal): Promise<UserImage[]> {
  const files = message.files.filter((file) => file.mimetype.startsWith('image/'))
  if (files.length > maxImages) throw new AppError('too_many_images', sentences.tooManyImages(maxImages))
  const images: UserImage[] = []
  for (const file of files) {
    if (file.size > maxImageBytes) throw new AppError('image_too_large', sentences.imageTooLarge)
    const got = await channel.download?.(file.ref, maxImageBytes, signal)
    const bytes = got && 'ok' in got ? got.ok : undefined
    const mimetype = bytes && sniffImage(bytes)
    if (!mimetype) throw new AppError('image_unreadable', sentences.imageUnreadable)
    images.push({ mimetype, base64: Buffer.from(bytes).toString('base64') })
  }
  return images
}
