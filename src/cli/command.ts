import type { Commands } from '../admin/commands/index.ts'
import type { Admin } from '../admin/index.ts'
import type { RunReplay } from '../admin/replay.ts'
import type { Config } from '../config/index.ts'
import type { SendWebhook } from '../engine/webhooks/send.ts'
import type { Language } from '../lib/language.ts'
import { type Arguments, type Described, type Option, text } from '../ports/command-line.ts'
import type { Platform } from '../ports/platform.ts'
import type { ToolSource } from '../ports/tools.ts'
import { firstAccount } from '../store/accounts.ts'
import { agentIdIn, isOfPlayground, playgroundAccount } from '../store/apart.ts'
import type { Store } from '../store/index.ts'

export interface Command extends Described {
  /** About what is kept already: a folder that holds nothing is a mistake then, and is left as it is. */
  onlyExisting?: true
  /** It fills what holds nothing yet: what is kept already is never touched. */
  onlyEmpty?: true
  /** The exit code where it cannot be done; 1 without it. */
  exitOfFaults?: number
  /** False: it is done, and what it looked at is not well. */
  run(call: LineContext): Promise<boolean | void>
}

/** Reads what stands after its name itself. */
export interface LineCommand extends Described {
  runLine(words: readonly string[], call: LineCall): Promise<void>
}

/** Works on files alone: no data folder is opened for it. False: what it looked at is not well, as it has said. */
export interface FileCommand extends Described {
  look(call: FileCall): Promise<boolean>
}

/** One call of a command: its arguments, and the house it works in. */
export interface LineContext {
  store: Store
  admin: Admin
  platforms: readonly Platform[]
  /** Calls a webhook as turns do. */
  send: SendWebhook
  /** Tools of servers. */
  source: ToolSource
  /** Runs recorded turns again. */
  replay: RunReplay
  given: Arguments
  /** Of the shell. */
  language: Language
  /** A line for people, or with `--json` the value for programs. */
  answer(forPeople: string, forPrograms: unknown): void
}

/** One call of a command that reads its own line. */
export interface LineCall extends Pick<LineContext, 'store' | 'admin' | 'platforms' | 'language'> {
  commands: Commands
  say(text: string): void
}

/** One call of a command that works on files. */
export interface FileCall extends Pick<LineContext, 'given' | 'answer'> {
  /** As it is set; throws where it has a fault. */
  config(): Config
}

/** Options that several commands have. */
export const jsonOption: Option = { about: 'One line of JSON instead of text for people.' }
export const accountOption: Option = { about: 'The account; without it the first one.', value: 'UID' }

/** The account a command is for: the one that was named, else that of its agent; the playground's agents are known by their ids. */
export function accountOf(given: LineContext['given']): string {
  const ofAgent = isOfPlayground(text(given['agent']) ?? '') ? playgroundAccount : firstAccount
  return text(given['account']) ?? ofAgent
}

/** The id of the agent it is about, if it is about one. */
export function agentOf(given: LineContext['given']): string | undefined {
  const name = text(given['agent'])
  return name === undefined ? undefined : agentIdIn(accountOf(given), name)
}

/** Between the values of an argument that takes many: no argument of a program can hold it. */
export const between = '\0'

/** The values of an argument that takes many. */
export function texts(value: string | true | undefined): readonly string[] {
  return text(value)?.split(between) ?? []
}
