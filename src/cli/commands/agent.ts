import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { faultView } from '../../admin/commands/faults.ts'
import type { Caller, CommandPlace, CommandRequest, SentFile } from '../../admin/commands/request.ts'
import { AppError } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import type { CommandDescription, Parameter } from '../../model/command.ts'
import { commandGroups, commandTable, groupedName } from '../../model/commands.ts'
import type { Button, Form, View } from '../../model/view.ts'
import { type Option, usage } from '../../ports/command-line.ts'
import { firstAccount } from '../../store/accounts.ts'
import { playgroundAccount } from '../../store/apart.ts'
import { accountOption, jsonOption, type LineCall, type LineCommand } from '../command.ts'
import { bytesAt, unreadableFile } from '../file-at.ts'
import { namedPlace } from '../named-place.ts'
import { createShown } from '../shown.ts'
import { askedOf, plainText, viewText } from '../view.ts'
import { words } from '../words/index.ts'
import { folderDiff } from './bundle.ts'

/** Commands that show a form, whose fields are options here. */
const withForm = ['create', 'edit', 'webhook add', 'webhook edit', 'tool add', 'tool allow']
/** Commands that ask once more. */
const withAsking = ['delete', 'knowledge remove', 'key revoke', 'diff', 'publish']

/** How the rooms are to name commands to whoever is here. */
const spelling = { after: 'parley agent' } as const

const diffSummary = 'What publishing a draft would change, or applying the folder of an agent.'

/** `/agent` at the terminal: the same table, read by the same reader. Who is there owns everything. */
export const agentCommands: LineCommand[] = commandTable.map((command: CommandDescription) => ({
  name: `agent ${command.name}`,
  alias: `agent ${groupedName(command)}`,
  summary: command.name === 'diff' ? diffSummary : `${command.summary.en}.`,
  heading: headingOf(command),
  arguments: command.parameters.filter(({ named }) => !named).map(argumentOf),
  options: { ...namedOptions(command), ...doorOptions(command) },
  runLine: (words, call) => runLine(command, words, call),
}))

/** As in chat. */
function headingOf({ group }: CommandDescription): string {
  return commandGroups.find(({ name }) => name === group)?.title.en ?? 'Always at hand'
}

function argumentOf({ name, about, kind, optional }: Parameter) {
  const what = kind === 'file' ? `The path of a file: ${about.en}.` : `${about.en}.`
  return { name, about: what, ...(optional && { optional }) }
}

function namedOptions({ parameters }: CommandDescription): Record<string, Option> {
  const named = parameters.filter(({ named }) => named)
  return Object.fromEntries(
    named.map(({ name, about, choices }) => [
      name,
      { about: `${about.en}.`, value: name.toUpperCase(), ...(choices && { choices }) },
    ]),
  )
}

function doorOptions({ name }: CommandDescription): Record<string, Option> {
  return {
    ...(withForm.includes(name) && {
      set: { about: 'A field of the form, as often as needed.', value: 'FIELD=VALUE' },
      file: { about: 'A file for the form, e.g. a long prompt.', value: 'PATH' },
    }),
    ...(withAsking.includes(name) && { yes: { about: 'Do what it asks about, without asking.' } }),
    press: { about: 'A button of what comes, e.g. Publish or Undo.', value: 'LABEL' },
    in: { about: 'As if it were used there: slack:T0AB/C0XY.', value: 'PLATFORM:PLACE' },
    account: accountOption,
    json: jsonOption,
  }
}

/** What of a line is the door's own. */
interface Door {
  words: string[]
  set: Record<string, string>
  file?: string
  in?: string
  press?: string
  account: string
  json: boolean
  yes: boolean
}

async function runLine(command: CommandDescription, argv: readonly string[], call: LineCall): Promise<void> {
  const door = doorOf(command, argv)
  const { account } = door
  const { language } = call
  await call.admin.accounts.get(account)
  const [first] = door.words
  // Folders are this door's own; what is neither is an agent that is not there.
  if (command.name === 'diff' && (first === undefined || existsSync(first))) {
    const { text, applied } = await folderDiff(call.admin, first, account)
    return call.say(door.json ? JSON.stringify(applied) : text)
  }
  const caller: Caller = {
    account,
    person: 'cli',
    language,
    door: 'cli',
    spelling,
    isOperator: true,
    managesPlace: async () => false,
    managesFirstPlace: async () => false,
  }
  const place = door.in === undefined ? undefined : await placeOf(door.in, account, call)
  const carryOut = (given: CommandRequest['given']) =>
    told(call.commands.carryOut({ caller, eventId: randomUUID(), given, ...(place && { place }) }), language)
  const shown = createShown(call.store)
  const line = [account, door.in, command.name, door.words, door.set, door.file]
  const offer = door.press === undefined ? undefined : await shown.offerOf(line, door.press)
  const isMaking = command.name === 'create' && !door.json
  const agents = async () => (isMaking ? (await call.store.agents.ids(account)).length : 0)
  const before = await agents()
  const view = offer === undefined ? await anew(command, door, carryOut, language) : await carryOut({ offer })
  await shown.keep(line, view.buttons ?? [])
  call.say(door.json ? JSON.stringify(view) : viewText(view, language))
  if ((await agents()) > before && (await isUnseen(account, call))) call.say(words.notInPlayground[language])
}

/** Whoever tries Parley makes an agent here, and then looks for it in the playground. */
const isUnseen = async (account: string, { store }: LineCall): Promise<boolean> =>
  account !== playgroundAccount && (await store.accounts.get(playgroundAccount)) !== undefined

type CarryOut = (given: CommandRequest['given']) => Promise<View>

/** The command with its form and the button that is to be pressed of what comes. */
async function anew(command: CommandDescription, door: Door, carryOut: CarryOut, language: Language): Promise<View> {
  let view = await carryOut({ words: [...command.name.split(' '), ...door.words], open: fileAt })
  const fields = formValues(door)
  if (fields && !view.form) throw usage(words.usage.noForm(command.name)[language])
  if (fields && view.form) view = await sent(view.form, fields, carryOut, language)
  const button = buttonOf(view, door, language)
  return button ? carryOut({ offer: button.offer }) : view
}

/** `--yes` is to what is asked; anything else is pressed by its name. */
function buttonOf(view: View, { press, yes }: Door, language: Language): Button | undefined {
  const { buttons = [] } = view
  if (press === undefined) return yes ? askedOf(view) : undefined
  const button = buttons.find(({ label }) => label.toLowerCase() === press.toLowerCase())
  if (button) return button
  const labels = buttons.map(({ label }) => label).join(', ')
  throw usage(words.usage.noButton(press, labels)[language])
}

/** An error in the words that people at other doors hear. */
async function told(view: Promise<View>, language: Language): Promise<View> {
  return view.catch((error: unknown) => {
    throw new AppError((error as AppError).code, plainText(faultView(error, { language, spelling }).text, language))
  })
}

async function sent(
  { offer, sections }: Form,
  fields: Readonly<Record<string, string | readonly SentFile[]>>,
  carryOut: CarryOut,
  language: Language,
): Promise<View> {
  const known = sections.flatMap((section) => section.fields)
  const unknown = Object.keys(fields).find((name) => name !== 'file' && !known.some((field) => field.name === name))
  const names = known.filter(({ kind }) => kind !== 'file').map(({ name }) => name)
  if (unknown !== undefined) throw usage(words.usage.noField(unknown, names.join(', '))[language])
  const file = known.find(({ kind }) => kind === 'file')
  const { file: given, ...rest } = fields
  if (given && !file) throw usage(words.usage.noFileForm[language])
  const view = await carryOut({ offer, values: { ...rest, ...(given && file && { [file.name]: given }) } })
  // The form comes again where something is wrong with what was sent.
  if (view.form) throw new AppError('invalid_request', viewText(view, language))
  return view
}

function formValues({ set, file }: Door): Record<string, string | readonly SentFile[]> | undefined {
  if (Object.keys(set).length === 0 && file === undefined) return undefined
  return { ...set, ...(file !== undefined && { file: [fileAt(file)] }) }
}

function doorOf(command: CommandDescription, argv: readonly string[]): Door {
  const own = doorOptions(command)
  const door: Door = { words: [], set: {}, account: firstAccount, json: false, yes: false }
  for (let i = 0; i < argv.length; i++) {
    const [, name = '', inline] = /^--([a-z]+)(?:=([\s\S]*))?$/.exec(argv[i]!) ?? []
    // What follows is text, whatever it looks like.
    if (argv[i] === '--') {
      door.words.push(...argv.slice(i))
      break
    }
    if (!Object.hasOwn(own, name)) {
      door.words.push(argv[i]!)
    } else if (name === 'json' || name === 'yes') {
      if (inline !== undefined) throw usage(`--${name} takes no value.`)
      door[name] = true
    } else {
      const value = inline ?? argv[++i]
      if (value === undefined || value === '') throw usage(`--${name} needs a value: --${name} ${own[name]!.value}`)
      if (name === 'set') Object.assign(door.set, field(value))
      else door[name as 'file' | 'in' | 'press' | 'account'] = value
    }
  }
  return door
}

function field(text: string): Record<string, string> {
  const [, name, value] = /^([A-Za-z]+)=([\s\S]*)$/.exec(text) ?? []
  if (name === undefined) throw usage('--set needs a field and its value: --set temperature=0.4')
  return { [name]: value! }
}

/** A place of a platform, with what is around it. */
async function placeOf(text: string, account: string, { store, platforms }: LineCall): Promise<CommandPlace> {
  const named = await namedPlace(text, platforms)
  if (!named) throw usage(`${text} is no place. Write it like slack:T0AB/C0XY.`)
  const { platform, installation, within } = named
  const owner = await store.places.accountOf(platform, installation)
  if (owner !== undefined && owner !== account) {
    throw new AppError('forbidden', `${installation} belongs to the account ${owner}, not to ${account}.`)
  }
  const agent = (await store.places.bindingOf(within, account))?.agent ?? (await store.accounts.defaultAgent(account))
  return { within, conversation: within[0], agent }
}

function fileAt(path: string): SentFile {
  if (!existsSync(path)) throw unreadableFile(path, 'there is no such file')
  const { size } = statSync(path)
  return {
    name: basename(path),
    size,
    async read(maxBytes) {
      if (size > maxBytes) throw unreadableFile(path, `it has more than ${maxBytes} bytes`)
      return bytesAt(path)
    },
  }
}
