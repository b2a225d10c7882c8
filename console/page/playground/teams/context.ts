import type { Conversation, Message, SearchFor, SearchResult } from '../../../stand-ins/teams/view.ts'
import { createPaneContext } from '../../shared/pane/context.ts'
import type { Draft } from '../../shared/pane/drafts.ts'
import type { People } from '../../shared/richtext/RichText.tsx'
import type { Json } from './card/json.ts'
import type { Workspace } from './state.ts'

/** A chat, a channel to begin a post in, or a thread of it. */
export interface Place {
  conversation: Conversation
  root?: string
}

/** What every part of the pane may know and do. Failures are shown by the pane, so actions never reject. */
export interface Teams {
  workspace: Workspace
  people: People
  fileUrl: (id: string) => string
  openConversation: (conversation: string) => void
  /** Whether it was done. A draft that begins with a slash command runs it. */
  say: (place: Place, draft: Draft) => Promise<boolean>
  edit: (message: Message, text: string) => Promise<boolean>
  remove: (message: Message) => Promise<boolean>
  undelete: (message: Message) => Promise<boolean>
  react: (message: Message, reaction: string, on: boolean) => Promise<boolean>
  press: (message: Message, action: Json, inputs: Record<string, string>) => Promise<boolean>
  /** Asks the app what a card of it shows to this person. */
  look: (message: Message) => Promise<boolean>
  /** An entry of the app in the menu of a message. */
  act: (message: Message, command: string) => Promise<boolean>
  choose: (message: Message, title: string) => Promise<boolean>
  submit: (action: Json, inputs: Record<string, string>) => Promise<boolean>
  dismiss: () => Promise<boolean>
  feedback: (message: Message, reaction: 'like' | 'dislike', text?: string) => Promise<boolean>
  consent: (message: Message, accept: boolean) => Promise<boolean>
  signIn: (message: Message) => Promise<boolean>
  stop: (message: Message) => Promise<boolean>
  /** Undefined: it could not be done. */
  search: (place: Place, what: Pick<SearchFor, 'command' | 'text' | 'skip'>) => Promise<SearchResult | undefined>
  /** Puts what was found into a message. */
  insert: (place: Place, found: string) => Promise<boolean>
  install: (conversation: Conversation, on: boolean) => Promise<boolean>
}

export const [TeamsContext, useTeams] = createPaneContext<Teams>('Teams')
