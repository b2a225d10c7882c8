import { type Language, languageOf } from '../language.ts'
import type { Author, InboundFile, InboundMessage, Place, Platform } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'

/** The connection that serves an installation; none while it is not connected. */
export type ChannelOf = (installed: Pick<ChatContext, 'platform' | 'installation'>) => Channel | undefined

/** Where a chat turn came from and is answered. Kept with the turn; holds nothing that was said. */
export interface ChatContext {
  platform: Platform
  installation: string
  conversation: string
  /** The narrowest place the message is in: what a stop button stops. */
  place: Place
  replyTo: Place
  author: Author
  language: Language
}

/** A message as it waits in the inbox. */
export interface WaitingMessage extends ChatContext {
  text: string
  files: InboundFile[]
}

export function waitingMessage(message: InboundMessage): WaitingMessage {
  const { platform, installation, conversation, within, replyTo, author, text, files } = message
  return {
    platform,
    installation,
    conversation,
    place: within[0]!,
    replyTo,
    author,
    language: languageOf(author.locale, text),
    text,
    files,
  }
}

export function contextOf({ text: _text, files: _files, ...context }: WaitingMessage): ChatContext {
  return context
}
