import type { Language } from '../../lib/language.ts'
import type { Values } from '../../model/command.ts'
import type { Spelling } from '../../model/commands.ts'
import type { Door, InboundFile, Place, PlatformId } from '../../model/message.ts'

/** Who uses a command, and where. */
export interface Caller {
  account: string
  /** Their uid; an operator at the terminal is `cli`. */
  person: string
  name?: string
  language: Language
  door: Door | 'cli'
  /** How commands are used there. */
  spelling: Spelling
  /** What they are where no role says so: whoever is at the terminal owns everything. */
  isOperator: boolean
  /** Whether the platform lets them manage the workspace or server that the command was used in. Asked anew each time. */
  managesPlace(): Promise<boolean>
  /** The same of the one where the account began, whose managers become its first owner. */
  managesFirstPlace(): Promise<boolean>
}

/** A file somebody sent with a command. */
export interface SentFile {
  name: string
  size: number
  /** Throws an `AppError` that says why it cannot be read. */
  read(maxBytes: number): Promise<Uint8Array>
}

export type SentValues = Readonly<Record<string, Exclude<Values[string], readonly InboundFile[]> | readonly SentFile[]>>

export interface CommandPlace {
  /** What `use` binds: narrowest first, without threads. */
  within: readonly Place[]
  /** All of the installation: the widest of those, or the organisation that it is part of. */
  whole?: Place
  conversation: string
  /** The agent that people find there. */
  agent: string | undefined
  /** The workspace, server or tenant, as budgets name it. */
  server?: string
  /** Ends what is being written for the caller in the narrowest of them, and in its threads. */
  stop?: () => Promise<void>
  /** The time zone that the platform knows of whoever uses it there. */
  timeZone?: () => Promise<string | undefined>
  /** How everybody in the channel can be told something. */
  announce?: { platform: PlatformId; installation: string; to: Place }
}

export interface CommandRequest {
  caller: Caller
  /** As of a `CommandCall`. */
  eventId: string
  given:
    | { text: string; files: readonly SentFile[] }
    /** Of a shell; files are named by their paths. */
    | { words: readonly string[]; open(path: string): SentFile }
    | { command: string; values: SentValues }
    | { page: 'home' }
    | { offer: string; values?: SentValues }
  /** Where it was used; none at the terminal. */
  place?: CommandPlace
  /** The turn it is about, where one was pointed at. */
  about?: string
}
