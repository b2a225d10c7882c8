import type { Texts } from '../lib/language.ts'
import type { Author, InboundFile, MessageRef, Place, PlatformId } from './message.ts'

/** The commands of `/agent` as data: what each platform shows of them, and what came in when somebody used one. */

/**
 * Whose commands they are. `anyone`: of everybody who is not blocked. `self`: of everybody for themselves, of an admin for anyone.
 * `admin`: of the agent's admins. `admins`: of those who are admins of all agents. `owner`: of the owners.
 */
export type Right = 'anyone' | 'self' | 'admin' | 'admins' | 'owner'

export interface CommandDescription {
  /** As it is typed after `/agent`: `show`, `rule add`. */
  name: string
  /** Where commands stand in groups it stands in this one; those without one are everybody's, or have to be found at once. */
  group?: string
  /** At most 100 characters. */
  summary: Texts
  parameters: readonly Parameter[]
  may: Right
}

/** Commands that stand together in lists and menus. */
export interface CommandGroup {
  /** Letters a-z. */
  name: string
  /** At most 100 characters. */
  title: Texts
}

export interface Parameter {
  /** Letters a-z, at most 32. */
  name: string
  /** At most 100 characters. */
  about: Texts
  /** `person`: one who uses the platform, by uid. `file`: one or more files. */
  kind: 'text' | 'number' | 'choice' | 'person' | 'file'
  /** Of a choice, at most 25. */
  choices?: readonly string[]
  /** What can stand there is known, and offered while it is typed. */
  completes?: boolean
  optional?: boolean
  /** Where commands are typed it is given by name, `--agent demo`; the others by their order. */
  named?: boolean
  /** Takes what is left of the line; only the last that is not named. */
  rest?: boolean
}

/**
 * What was given, by the names of parameters or of a form's fields. Numbers are as they were typed; a field that was emptied is an
 * empty text, one that was not shown is absent.
 */
export type Values = Readonly<Record<string, string | boolean | readonly InboundFile[]>>

/** What somebody did: typed a command, chose it with its values, pressed a button of a view, or sent a form. */
export type Given =
  /** What stands after `/agent`; people in it read `@` and their uid. */
  | { text: string; files: readonly InboundFile[] }
  | { command: string; values: Values }
  /** They look at the app's own page, where a platform has one. */
  | { page: 'home' }
  | { offer: string }
  /** Of a form in sections, perhaps those of one section only. */
  | { offer: string; values: Values }

/** A command, a press or a form, through a chat platform. */
export interface CommandCall {
  /** Names what the person did, not the delivery of it: whatever it changes is changed once for each. */
  eventId: string
  platform: PlatformId
  installation: string
  /** Narrowest first, without threads: the channel or DM, then the workspace, server or tenant. */
  within: readonly Place[]
  /** As of a message: a DM, channel or thread. */
  conversation: string
  /** As of a message; none where it is not known. */
  announceTo?: Place
  author: Author
  given: Given
  /** The message it is about, where people can point at one. */
  about?: MessageRef
  /** They hold the machine that this runs on, and own everything as `parley agent` does. */
  isOperator?: true
  /** Whether the platform lets them manage the workspace, server or tenant they are in. Asked anew each time. */
  managesPlace(): Promise<boolean>
}

/** Somebody is typing a value that can be offered. */
export interface Typing {
  platform: PlatformId
  installation: string
  within: readonly Place[]
  author: Author
  command: string
  parameter: string
  /** So far. */
  typed: string
  /** What was given besides. */
  values: Values
}

export interface Choice {
  value: string
  label: string
}
