import { AppError } from '../../lib/errors.ts'
import type { Right } from '../../model/command.ts'
import type { View } from '../../model/view.ts'
import type { CommandUse, OfferPayload } from './call.ts'
import { acts, commands } from './families.ts'
import { notFoundView } from './help.ts'
import { type Word, wordsOf, wordsOfArguments } from './line.ts'
import {
  type Checked,
  checked,
  commandOf,
  type Described,
  endsInHelp,
  findCommand,
  helpWanted,
  type ParameterFault,
  readWords,
} from './parse.ts'
import type { Handler } from './registry.ts'
import type { CommandRequest, SentFile, SentValues } from './request.ts'
import { general } from './words/index.ts'

/** What somebody wants done, with which values. */
export interface CommandIntent extends Checked {
  /** Of the command or act. */
  name: string
  /** Of the table; an act has none. */
  command: Described | undefined
  handler: Handler
  right: Right
  /** The agent it was said to be about. */
  named: string | undefined
  kept: OfferPayload
  /** What names the change, if it is one. */
  nonce: string
}

/** Which command was given with which values, in whichever way; or what to say when that cannot be told. */
export async function askedFor(call: CommandUse, { given, eventId }: CommandRequest): Promise<CommandIntent | View> {
  if ('text' in given) return ofWords(call, wordsOf(given.text), given.files, eventId)
  if ('words' in given) return ofArguments(call, given, eventId)
  if ('command' in given) {
    const found = findCommand(wordsOf(given.command))
    if (!('command' in found)) return notFoundView(found, call)
    return endsInHelp(given.values) ? ofHelp(given.command, eventId) : ofTable(found.command, given.values, [], eventId)
  }
  return 'page' in given ? ofAct(given.page, {}, {}, eventId) : ofOffer(call, given, eventId)
}

function ofWords(
  call: CommandUse,
  words: readonly Word[],
  files: readonly SentFile[],
  eventId: string,
): CommandIntent | View {
  const about = helpWanted(words)
  if (about !== undefined) return ofHelp(about, eventId)
  const found = findCommand(words)
  if (!('command' in found)) return notFoundView(found, call)
  const { values, faults } = readWords(found.command, found.rest, files)
  return ofTable(found.command, values, faults, eventId)
}

/** Whatever stands beside `--help`: it asks how that is used, and does nothing. */
const ofHelp = (about: string, eventId: string): CommandIntent =>
  ofTable(commandOf('help'), { command: about }, [], eventId)

/** A path among the words of a shell is the file that is there. */
function ofArguments(
  call: CommandUse,
  { words, open }: { words: readonly string[]; open(path: string): SentFile },
  eventId: string,
): CommandIntent | View {
  const found = findCommand(wordsOfArguments(words))
  if (!('command' in found)) return notFoundView(found, call)
  const { values, faults } = readWords(found.command, found.rest, [])
  const opened = found.command.parameters.flatMap(({ name, kind }) => {
    const path = values[name]
    return kind === 'file' && typeof path === 'string' ? [[name, [open(path)]]] : []
  })
  return ofTable(found.command, { ...values, ...Object.fromEntries(opened) }, faults, eventId)
}

async function ofOffer(
  call: CommandUse,
  { offer, values }: { offer: string; values?: SentValues },
  eventId: string,
): Promise<CommandIntent | View> {
  const { account, person } = call.caller
  const offered = await call.parts.admin.offers.take(offer, { account, person })
  if (offered === 'expired') throw new AppError('offer_expired', general.expired, { status: 404 })
  if (offered === 'foreign') throw new AppError('forbidden', general.foreign, { status: 403 })
  const nonce = values === undefined ? `offer:${offer}` : `offer:${offer}:${eventId}`
  if (acts[offered.command]) return ofAct(offered.command, offered.values, values ?? {}, nonce)
  return ofTable(commandOf(offered.command), { ...(offered.values as SentValues), ...values }, [], nonce)
}

function ofAct(name: string, kept: OfferPayload, values: SentValues, nonce: string): CommandIntent {
  const act = acts[name]!
  const { agent } = kept
  return {
    name,
    command: undefined,
    handler: act,
    right: act.may,
    named: typeof agent === 'string' ? agent : undefined,
    kept,
    values,
    faults: [],
    missing: [],
    nonce,
  }
}

function ofTable(
  command: Described,
  given: SentValues,
  faults: readonly ParameterFault[],
  nonce: string,
): CommandIntent {
  const read = checked(command, given)
  const { agent } = read.values
  return {
    ...read,
    faults: [...faults, ...read.faults],
    name: command.name,
    command,
    handler: commands[command.name],
    right: command.may,
    named: typeof agent === 'string' ? agent : undefined,
    kept: {},
    nonce,
  }
}
