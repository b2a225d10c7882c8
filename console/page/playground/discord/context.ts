import type { Message, OptionValue, Submit } from '../../../stand-ins/discord/view.ts'
import { createPaneContext } from '../../shared/pane/context.ts'
import type { Draft } from '../../shared/pane/drafts.ts'
import type { People } from '../../shared/richtext/RichText.tsx'
import type { Choice } from './client.ts'
import type { Workspace } from './state.ts'

/** What a message replies to, and whether its author is called. */
export interface ReplyTo {
  message: Message
  ping: boolean
}

export interface CommandCall {
  channel: string
  name: string
  options: Record<string, OptionValue>
}

/** What every part of the pane may know and do. Failures are shown by the pane, so actions never reject. */
export interface Discord {
  workspace: Workspace
  people: People
  fileUrl: (id: string) => string
  openChannel: (channel: string) => void
  /** Whether it was done. */
  say: (channel: string, draft: Draft, reply?: ReplyTo) => Promise<boolean>
  edit: (message: Message, content: string) => Promise<boolean>
  remove: (message: Message) => Promise<boolean>
  react: (message: Message, emoji: string, on: boolean) => Promise<boolean>
  startThread: (message: Message, name: string) => Promise<boolean>
  addServer: () => Promise<boolean>
  use: (message: Message, customId: string, values?: string[]) => Promise<boolean>
  run: (call: CommandCall, target?: string) => Promise<boolean>
  choices: (call: CommandCall, focused: string) => Promise<Choice[]>
  submit: (fields: Submit['fields']) => Promise<boolean>
  dismiss: () => Promise<boolean>
  typing: (channel: string) => void
  /** Puts a failed attempt away. */
  forget: (attempt: string) => void
}

export const [DiscordContext, useDiscord] = createPaneContext<Discord>('Discord')
