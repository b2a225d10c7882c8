import type { Language } from '../../language.ts'
import type { Choice, Values } from '../../model/command.ts'
import { commandTable } from '../../model/commands.ts'
import type { Door, InboundFile, Place } from '../../model/message.ts'
import type { View } from '../../model/view.ts'

/** Who uses a command, and where. */
export interface Caller {
  account: string
  /** Their uid; an operator at the terminal is `cli`. */
  person: string
  name?: string
  language: Language
  door: Door | 'cli'
  /** What they are where no role says so: whoever is at the terminal owns everything. */
  isOperator: boolean
  /** Asked only while the account has no owner. */
  managesPlace(): Promise<boolean>
}

/** A file somebody sent with a command. */
export interface SentFile {
  name: string
  size: number
  /** Throws an `AppError` that says why it cannot be read. */
  read(maxBytes: number): Promise<Uint8Array>
}

export interface CommandRequest {
  caller: Caller
  /** As of a `CommandCall`. */
  eventId: string
  given:
    | { text: string; files: readonly SentFile[] }
    | { words: readonly string[] }
    | { command: string; values: SentValues }
    | { offer: string; values?: SentValues }
  /** Where it was used; none at the terminal. */
  place?: Where
  /** The turn it is about, where one was pointed at. */
  about?: string
}

export type SentValues = Readonly<Record<string, Exclude<Values[string], readonly InboundFile[]> | readonly SentFile[]>>

export interface Where {
  /** What `use` binds: narrowest first, without threads. */
  within: readonly Place[]
  conversation: string
  /** The agent that people find there. */
  agent: string | undefined
}

/** `/agent`, through whichever door. */
export interface Commands {
  /** Never rejects because of what was given or who gave it: that is told in the view. */
  run(request: CommandRequest): Promise<View>
  complete(typing: {
    caller: Caller
    command: string
    parameter: string
    typed: string
    values: Values
    place?: Where
  }): Promise<readonly Choice[]>
}

export function createCommands(): Commands {
  return {
    async run({ caller }) {
      return { text: commandTable.map(({ name, summary }) => `- \`${name}\`: ${summary[caller.language]}`).join('\n') }
    },
    async complete() {
      return []
    },
  }
}
