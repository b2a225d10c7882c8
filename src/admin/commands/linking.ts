import { AppError } from '../../lib/errors.ts'
import type { Texts } from '../../lib/language.ts'
import { plain } from '../../lib/quoting.ts'
import type { View } from '../../model/view.ts'
import type { LinkCode } from '../../store/person-links.ts'
import { platformOf } from '../../store/personal/person.ts'
import type { PersonExport } from '../people/export.ts'
import type { Named } from '../person-links.ts'
import { button, type CommandUse, say, textOf } from './call.ts'
import { notInChat } from './handovers.ts'
import { told } from './me.ts'
import type { Family } from './registry.ts'
import { general, linking as sentences } from './words/index.ts'

/** One person on several platforms: a code is shown here, told there, and what comes of it is agreed to on both sides. */
export const linking: Family = {
  commands: { link: { run: link }, unlink: { run: unlink } },
  acts: {
    'link look': { may: 'anyone', run: look },
    'link tell': { may: 'anyone', run: tell },
    'link join': { may: 'anyone', run: join },
    'link refuse': { may: 'anyone', run: refuse },
    'unlink now': { may: 'anyone', run: part },
  },
}

const shownAgents = 20
const shownValues = 20

/** Somebody by their name and platform: two that are called the same are told apart by their uid. */
function who(call: CommandUse, { uid, name }: Named): string {
  const platform = call.parts.admin.platforms.nameOf(platformOf(uid))
  return `${name === null ? '' : `**${plain(name)}**, `}${platform}, \`${uid}\``
}

const me = ({ caller }: CommandUse): Named => ({ uid: caller.person, name: caller.name ?? null })
const firstOf = ({ person, name }: LinkCode): Named => ({ uid: person, name })

const secret = (call: CommandUse, texts: Texts): View => ({ text: say(call, texts), isSecret: true })

async function link(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  const { admin } = call.parts
  if (!admin.platforms.isPerson(person)) throw notInChat()
  const typed = textOf(call, 'code')
  if (typed !== undefined) return asked(call, await admin.personLinks.offered(account, typed, person))
  const before = await admin.personLinks.shown(account, person)
  if (before && before.told_by !== null) return preview(call, before)
  const code = await admin.personLinks.offer(account, me(call))
  const others = (await admin.personLinks.uidsOf(account, person)).filter((uid) => uid !== person)
  const now = others.length === 0 ? [] : [say(call, sentences.already(others))]
  return {
    text: [say(call, sentences.code(code)), ...now].join('\n\n'),
    isSecret: true,
    buttons: [await button(call, sentences.toldIt, 'link look', {})],
  }
}

/** Where the code was told: whoever was talked into telling somebody else's sees whose it is. */
async function asked(call: CommandUse, code: LinkCode): Promise<View> {
  const buttons = [await button(call, sentences.itIsMe, 'link tell', { hash: code.hash })]
  return { text: say(call, sentences.asked(who(call, firstOf(code)), who(call, me(call)))), isSecret: true, buttons }
}

async function tell(call: CommandUse): Promise<View> {
  const code = await call.parts.admin.personLinks.tell(call.caller.account, String(call.kept['hash']), me(call))
  return secret(call, sentences.told(who(call, firstOf(code))))
}

/** Where it was shown: who has told it, if anybody has. */
async function look(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  const code = await call.parts.admin.personLinks.shown(account, person)
  if (!code) return secret(call, sentences.over)
  if (code.told_by !== null) return preview(call, code)
  const buttons = [await button(call, sentences.toldIt, 'link look', {})]
  return { text: say(call, sentences.notYet), isSecret: true, buttons }
}

/** What comes of it, before anything does. */
async function preview(call: CommandUse, code: LinkCode): Promise<View> {
  const { account } = call.caller
  const { people, personLinks } = call.parts.admin
  const other = { uid: code.told_by!, name: code.told_name }
  const { agents } = await people.export({ account, uids: [other.uid] })
  const lines = Object.entries(agents).flatMap(([agent, sections]) => {
    const over = moved(sections)
    return Object.keys(over).length === 0 ? [] : [`- \`${agent}\`: ${told(call, over)}`]
  })
  const more = lines.length - shownAgents
  const stay = await personLinks.conflicts(code)
  const given = { hash: code.hash, told: other.uid }
  return {
    text: [
      say(call, sentences.preview(who(call, other), who(call, me(call)))),
      say(call, lines.length === 0 ? sentences.nothing : sentences.comesOver),
      ...lines.slice(0, shownAgents),
      ...(more > 0 ? [say(call, general.more(more))] : []),
      ...(stay.length > 0 ? [say(call, sentences.stays(stay.slice(0, shownValues)))] : []),
      '',
      say(call, sentences.roles),
    ].join('\n'),
    isSecret: true,
    buttons: [
      await button(call, sentences.join, 'link join', given),
      await button(call, sentences.refuse, 'link refuse', given, { style: 'danger' }),
    ],
  }
}

/** What is moved of all that is kept; opinions, files and what was said in channels stay with whose they are. */
function moved({ state, facts, conversations, turns, timers }: PersonExport['elsewhere']): PersonExport['elsewhere'] {
  return {
    ...(state && { state }),
    ...(facts && { facts }),
    ...(conversations && { conversations }),
    ...(turns && { turns }),
    ...(timers && { timers }),
  }
}

/** The code of the button, as long as nobody else has told it since. */
async function codeOf(call: CommandUse): Promise<LinkCode> {
  const { account, person } = call.caller
  const code = await call.parts.admin.personLinks.shown(account, person)
  const { hash, told: by } = call.kept
  if (code?.hash !== hash || code?.told_by !== by)
    throw new AppError('link_code_unknown', sentences.over, { status: 404 })
  return code!
}

async function join(call: CommandUse): Promise<View> {
  const code = await codeOf(call)
  await call.parts.admin.personLinks.join(code, call.actor)
  return secret(call, sentences.joined(who(call, { uid: code.told_by!, name: code.told_name })))
}

async function refuse(call: CommandUse): Promise<View> {
  await call.parts.admin.personLinks.refuse(await codeOf(call))
  return secret(call, sentences.refused)
}

async function unlink(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  const { platforms, personLinks } = call.parts.admin
  if (!platforms.isPerson(person)) throw notInChat()
  const all = await personLinks.uidsOf(account, person)
  const [first, ...aliases] = all
  if (aliases.length === 0) return secret(call, sentences.alone)
  const parted = person === first ? aliases : [person]
  const buttons = [await button(call, sentences.partNow, 'unlink now', {}, { style: 'danger' })]
  return { text: say(call, sentences.parting(first!, parted)), isSecret: true, buttons }
}

async function part(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  await call.parts.admin.personLinks.part(account, person, call.actor)
  return secret(call, sentences.parted)
}
