import { cut } from '../../lib/cut.ts'
import { languages, type Texts } from '../../lib/language.ts'
import type { Button, View } from '../../model/view.ts'
import { firstAccount } from '../../store/accounts.ts'
import { playgroundAccount } from '../../store/apart.ts'
import type { InstallationView, Receiver } from '../approvals.ts'
import type { Admin } from '../index.ts'
import type { Platforms } from '../platforms.ts'
import { forbidden, installationNotFound } from '../sentences.ts'
import { button, type CommandUse, offer, say, textOf, typed } from './call.ts'
import type { Family } from './registry.ts'
import { general, installations as sentences } from './words/index.ts'

/** Where the app is installed, and whether anybody is answered there. Owners of the first account decide that of all others. */
export const installations: Family = {
  commands: { installations: { run: list } },
  acts: {
    'installation show': { may: 'owner', run: (call) => showKept(call) },
    'installation approve': { may: 'owner', run: approve },
    'installation choose': { may: 'owner', run: choose },
    'installation refuse': { may: 'owner', run: refuse },
  },
}

const maxListed = 30
/** Of a view. */
const maxButtons = 5
/** The value that stands for a new account. No account is called so. */
const newAccount = '+'
/** Nobody looks into their messages every day. */
const noteMs = 30 * 86_400_000

async function list(call: CommandUse): Promise<View> {
  const all = await call.parts.admin.approvals.list({ account: call.caller.account })
  const named = textOf(call, 'installation')
  if (named !== undefined) return show(call, found(all, named))
  if (all.length === 0) return { text: say(call, sentences.none) }
  const waiting = all.filter(waits)
  const lines = all.slice(0, maxListed).map((one) => `- ${say(call, sentences.line(platformsOf(call), one))}`)
  const rest = all.length - lines.length
  const text = [
    ...(waiting.length > 0 ? [say(call, sentences.waiting(waiting.length))] : []),
    ...lines,
    ...(rest > 0 ? [say(call, general.more(rest))] : []),
  ].join('\n')
  if (!decides(call) || waiting.length === 0) return { text }
  return { text, buttons: waiting.length === 1 ? await buttonsFor(call, waiting[0]!) : await namesOf(call, waiting) }
}

/** Each opens one of them. */
function namesOf(call: CommandUse, waiting: readonly InstallationView[]): Promise<Button[]> {
  return Promise.all(
    waiting.slice(0, maxButtons).map(async (one) => {
      const { platform, id, name } = one
      return { offer: await offer(call, 'installation show', { platform, id }), label: cut(name, 24) }
    }),
  )
}

async function show(call: CommandUse, one: InstallationView): Promise<View> {
  return {
    text: say(call, sentences.line(platformsOf(call), one)),
    ...(decides(call) && { buttons: await buttonsFor(call, one) }),
  }
}

async function showKept(call: CommandUse): Promise<View> {
  return show(call, await kept(call))
}

/** What can be decided about it as it is now. */
function buttonsFor(call: CommandUse, one: InstallationView): Promise<Button[]> {
  const { status } = one
  const seen = { seen: one }
  return Promise.all([
    ...(status === 'approved'
      ? []
      : [button(call, sentences.approve, 'installation approve', seen, { style: 'primary' as const })]),
    button(call, sentences.chooseAccount, 'installation choose', seen),
    ...(status === 'refused'
      ? []
      : [button(call, sentences.refuse, 'installation refuse', seen, { style: 'danger' as const })]),
  ])
}

async function approve(call: CommandUse): Promise<View> {
  return approveFor(call, { account: call.caller.account })
}

async function approveFor(call: CommandUse, to: Receiver): Promise<View> {
  const one = seenOf(call)
  const account = await call.parts.admin.approvals.approve(one, to, call.actor)
  const text = say(call, sentences.approved(platformsOf(call), one, account, to === 'own'))
  return { text, buttons: [await takeBack(call, one)] }
}

/** One press takes a slip of the finger back. */
async function takeBack(call: CommandUse, { platform, id }: InstallationView): Promise<Button> {
  const now = await call.parts.admin.approvals.get(platform, id)
  return button(call, sentences.refuse, 'installation refuse', { seen: now })
}

/** The form, or what was chosen in it. */
async function choose(call: CommandUse): Promise<View> {
  const one = seenOf(call)
  const chosen = textOf(call, 'account')
  if (chosen !== undefined) return approveFor(call, chosen === newAccount ? 'own' : { account: chosen })
  const accounts = (await call.parts.admin.accounts.list()).filter(({ uid }) => uid !== playgroundAccount)
  const choices = [
    { value: newAccount, label: say(call, sentences.newAccount) },
    ...accounts.map(({ uid, name }) => ({ value: uid, label: cut(`${name} (${uid})`, 75) })),
  ]
  const field = { kind: 'choice' as const, name: 'account', label: say(call, sentences.account), choices }
  const title = cut(one.name, 24)
  return {
    text: say(call, sentences.line(platformsOf(call), one)),
    form: {
      offer: await offer(call, 'installation choose', { seen: one }),
      title,
      submit: say(call, sentences.approve),
      sections: [{ title, fields: [{ ...field, value: call.caller.account, hint: say(call, sentences.accountHint) }] }],
    },
  }
}

async function refuse(call: CommandUse): Promise<View> {
  const one = seenOf(call)
  await call.parts.admin.approvals.refuse(one, call.actor)
  const now = await call.parts.admin.approvals.get(one.platform, one.id)
  return {
    text: say(call, sentences.refused(platformsOf(call), one)),
    buttons: [await button(call, sentences.approve, 'installation approve', { seen: now })],
  }
}

/** Whether who calls decides about all of them. Other accounts see only what was given to them. */
const decides = ({ caller }: CommandUse): boolean => caller.account === firstAccount
const platformsOf = ({ parts }: CommandUse): Platforms => parts.admin.platforms
const waits = ({ status, removedAt }: InstallationView): boolean => status === 'waiting' && removedAt === null

/** What the button stood beneath: where it has been decided since, the press comes too late. */
function seenOf(call: CommandUse): InstallationView {
  if (!decides(call)) throw forbidden()
  return call.kept['seen'] as InstallationView
}

async function kept(call: CommandUse): Promise<InstallationView> {
  if (!decides(call)) throw forbidden()
  const { platform, id } = call.kept
  return call.parts.admin.approvals.get(String(platform), String(id))
}

/** By its id, or by what its people call it. */
function found(all: readonly InstallationView[], named: string): InstallationView {
  const like = (text: string) => text.toLowerCase() === named.toLowerCase()
  const one = all.find(({ id }) => like(id)) ?? all.find(({ name }) => like(name))
  if (!one) throw installationNotFound(named)
  return one
}

/** How many wait, for those who decide. */
export async function waitingLine(call: CommandUse): Promise<string | undefined> {
  const { owner } = call.standing
  const count = owner ? await call.parts.admin.approvals.waiting(call.caller.account) : 0
  return count === 0 ? undefined : say(call, sentences.waitingIn(count, typed(call, 'installations')))
}

/** What an owner is told without having asked. Nobody knows their language, so it is said in both. */
export async function approvalNote(
  { offers, platforms }: Pick<Admin, 'offers' | 'platforms'>,
  person: string,
  waiting: readonly InstallationView[],
): Promise<View> {
  const [one] = waiting
  const both = (texts: Texts, between = '\n\n') => languages.map((language) => texts[language]).join(between)
  const made = async (label: Texts, command: string, style?: 'primary' | 'danger') => ({
    offer: await offers.make({ account: firstAccount, person, command, values: { seen: one! }, ttlMs: noteMs }),
    label: both(label, ' · '),
    ...(style && { style }),
  })
  if (waiting.length !== 1) return { text: both(sentences.noteOfMany(platforms, waiting)) }
  return {
    text: both(sentences.note(platforms, one!)),
    buttons: [
      await made(sentences.approve, 'installation approve', 'primary'),
      await made(sentences.chooseAccount, 'installation choose'),
      await made(sentences.refuse, 'installation refuse', 'danger'),
    ],
  }
}
