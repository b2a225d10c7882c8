import { AppError } from '../errors.ts'
import type { ConversationRequest, UserImage } from '../model/conversation.ts'
import { sniffImage } from '../model/images.ts'
import type { Platform } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Asker, OpenDoor } from '../turns/show.ts'
import { contextOf, type WaitingMessage } from './context.ts'
import { createReply, type ReplyParts } from './reply.ts'
import * as sentences from './sentences.ts'

const maxImageBytes = 8 * 1024 * 1024

export interface ChatParts extends Omit<ReplyParts, 'channel'> {
  store: Store
  channels: Partial<Record<Platform, Channel>>
}

/** The door of chat messages: the row's message is the request, and a reply in its place shows the answer. */
export function createChatDoor(parts: ChatParts): OpenDoor {
  return (row): Asker | undefined => {
    const message: WaitingMessage = JSON.parse(row.payload)
    const channel = parts.channels[message.platform]
    if (!channel) return undefined
    const context = contextOf(message)
    return {
      context: JSON.stringify(context),
      async request(signal): Promise<ConversationRequest> {
        const [agent, account] = row.key.split('/', 2) as [string, string]
        return {
          account,
          agent,
          uid: message.author.uid,
          conversation: row.conversation,
          door: message.platform,
          // A picture alone is a question about it, not the start of a conversation.
          utterance: message.text || message.files.map((file) => `[${file.name}]`).join(' '),
          images: await imagesOf(message, channel, signal),
          ...(message.author.locale ? { locale: message.author.locale } : {}),
        }
      },
      show: (turnId, lease, shown, signal) =>
        createReply({ ...parts, channel }, { turnId, context, lease, shown, signal }),
    }
  }
}

async function imagesOf(message: WaitingMessage, channel: Channel, signal: AbortSignal): Promise<UserImage[]> {
  const images: UserImage[] = []
  for (const file of message.files.filter((file) => file.mimetype.startsWith('image/'))) {
    if (file.size > maxImageBytes) throw new AppError('image_too_large', sentences.imageTooLarge)
    const got = await channel.download?.(file.ref, maxImageBytes, signal)
    const bytes = got && 'ok' in got ? got.ok : undefined
    const mimetype = bytes && sniffImage(bytes)
    if (!mimetype) throw new AppError('image_unreadable', sentences.imageUnreadable)
    images.push({ mimetype, base64: Buffer.from(bytes).toString('base64') })
  }
  return images
}
