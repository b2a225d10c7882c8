import type { Language, Texts } from '../../lib/language.ts'
import { chosenLine, namedAt } from '../../model/commands.ts'
import type { Button } from '../../model/view.ts'
import type { Store } from '../../store/index.ts'
import type { Actor } from '../actor.ts'
import type { Admin } from '../index.ts'
import type { Standing } from '../roles.ts'
import type { Outside } from './outside.ts'
import type { Caller, CommandPlace, SentFile, SentValues } from './request.ts'

export interface CommandsParts extends Outside {
  admin: Admin
  store: Store
  now: () => number
}

/** One use of a command by somebody who may. */
export interface CommandUse {
  parts: CommandsParts
  caller: Caller
  standing: Standing
  language: Language
  /** Who acts, and what names it: at most one change. */
  actor: Actor & { nonce: string }
  place: CommandPlace | undefined
  about: string | undefined
  /** Of the command's parameters, as their kinds want them; of a form, its fields as they were sent. */
  values: SentValues
  /** What an offer kept since it was made. */
  kept: OfferPayload
}

/** The same of one agent, of which the caller is an admin, or about themselves. */
export interface AgentCall extends CommandUse {
  agent: string
}

export type OfferPayload = Readonly<Record<string, unknown>>

const day = 86_400_000
export const undoMs = 3_600_000

/** Whose command it is, as far as its spelling goes. */
type AtDoor = { caller: Pick<Caller, 'spelling'> }

export function say({ language, caller }: Pick<CommandUse, 'language'> & Partial<AtDoor>, texts: Texts): string {
  return caller ? namedAt(caller.spelling, texts[language]) : texts[language]
}

/** How a command is used at the caller's door. `line` begins with its name in the table. */
export function typed({ caller: { spelling } }: AtDoor, line: string): string {
  if (spelling === 'chosen') return line === '' ? '/agent' : `/${chosenLine(line)}`
  return line === '' ? spelling.after : `${spelling.after} ${line}`
}

/** The same in a list of commands, without what stands before all of them. */
export const listed = (call: AtDoor, name: string): string =>
  call.caller.spelling === 'chosen' ? typed(call, name) : name

export function textOf(call: Pick<CommandUse, 'values'>, name: string): string | undefined {
  const value = call.values[name]
  return typeof value === 'string' ? value : undefined
}

export function numberOf(call: Pick<CommandUse, 'values'>, name: string): number {
  return Number(textOf(call, name))
}

export function filesOf(call: Pick<CommandUse, 'values'>, name: string): readonly SentFile[] {
  const value = call.values[name]
  return typeof value === 'object' ? value : []
}

/** The id of what a button or a form does, for the caller alone. */
export function offer(call: CommandUse, command: string, values: OfferPayload, ttlMs: number = day): Promise<string> {
  const { account, person } = call.caller
  return call.parts.admin.offers.make({ account, person, command, values: values as never, ttlMs })
}

export async function button(
  call: CommandUse,
  label: Texts,
  command: string,
  values: OfferPayload,
  more: { style?: NonNullable<Button['style']>; ttlMs?: number } = {},
): Promise<Button> {
  const { style, ttlMs } = more
  return { offer: await offer(call, command, values, ttlMs), label: say(call, label), ...(style && { style }) }
}
