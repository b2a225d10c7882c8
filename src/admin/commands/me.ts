import { plain, shown } from '../../lib/quoting.ts'
import { orderKey } from '../../model/key.ts'
import type { Button, Field, View } from '../../model/view.ts'
import type { Person } from '../../store/personal/person.ts'
import type { PersonExport } from '../people/export.ts'
import { button, type CommandUse, offer, say, textOf } from './call.ts'
import { connectionsOf, standingOf } from './connections.ts'
import type { Family } from './registry.ts'
import { general, roles as roleWords, me as sentences } from './words/index.ts'

/** What is kept of whoever asks, for them alone: they see it, take it along, change it, and have it forgotten. */
export const me: Family = {
  commands: { me: { run: overview } },
  acts: {
    'me export': { may: 'anyone', run: exported },
    'me forget': { may: 'anyone', run: asked },
    'me forget now': { may: 'anyone', run: forgotten },
    'me pause': { may: 'anyone', run: paused },
    'me resume': { may: 'anyone', run: resumed },
    'me facts': { may: 'anyone', run: facts },
    'me fact': { may: 'anyone', run: changed },
  },
}

/** Who asks, and of which agent alone, where they named one. */
export function personOf(call: CommandUse): Person {
  const { account, person } = call.caller
  const agent = textOf(call, 'agent') ?? (call.kept['agent'] as string | undefined)
  return { account, uids: [person], agent }
}

const keptWith = ({ agent }: Person) => (agent === undefined ? {} : { agent })

async function overview(call: CommandUse): Promise<View> {
  const person = personOf(call)
  const { store, admin } = call.parts
  const kept = await admin.people.export(person)
  const uids = await store.personLinks.uidsOf(person.account, call.caller.person)
  const roles = (await store.roles.of(person.account, call.caller.person)).map(({ role, agent }) =>
    say(call, roleWords.roleName(role, agent)),
  )
  const limits = (await admin.budgets.list(person.account)).filter(
    ({ scope, subject }) => scope === 'person' && subject === uids[0],
  )
  const isPaused = await store.personPauses.has(person.account, call.caller.person)
  const lines = await keptLines(call, kept)
  const more = [
    say(call, sentences.limits(limits.length)),
    ...(roles.length > 0 ? [say(call, sentences.roles([...new Set(roles)].join(', ')))] : []),
    say(call, sentences.links(uids.filter((uid) => uid !== call.caller.person))),
    ...(isPaused ? [say(call, sentences.isPaused)] : []),
  ]
  const head = lines.length > 0 ? sentences.kept(call.caller.person) : sentences.nothing(call.caller.person)
  const agents = Object.keys(kept.agents)
  const hasGiven = (await connectionsOf(call, agents)).length + (await standingOf(call, agents)).length > 0
  const hasFacts = Object.values(kept.agents).some(({ facts }) => facts?.some((one) => one['section'] === 'about'))
  const given = keptWith(person)
  return {
    text: [say(call, head), ...lines, '', ...more].join('\n'),
    isSecret: true,
    buttons: [
      await button(call, sentences.export, 'me export', { ...given, as: 'page' }),
      // A view has room for five: with both of these it is offered with the page.
      ...(hasFacts && hasGiven ? [] : [await jsonButton(call, person)]),
      ...(hasFacts ? [await button(call, sentences.facts, 'me facts', given)] : []),
      ...(hasGiven ? [await connectionsButton(call, agents)] : []),
      await button(call, sentences.forget, 'me forget', given, { style: 'danger' }),
      await button(call, isPaused ? sentences.resume : sentences.pause, isPaused ? 'me resume' : 'me pause', {}),
    ],
  }
}

const maxAgents = 20

/** How much there is of each kind, and how long conversations are kept, an agent a line. */
export async function keptLines(call: CommandUse, kept: PersonExport): Promise<string[]> {
  const agents = Object.entries(kept.agents)
  const ofAgents = agents.slice(0, maxAgents).map(async ([agent, sections]) => {
    const line = `- \`${shown(agent)}\`: ${told(call, sections)}`
    const live = await call.parts.store.agents.live(agent)
    return live ? line + say(call, sentences.keptFor(call.parts.admin.retention.daysOf(live.document.agent))) : line
  })
  return [
    ...(await Promise.all(ofAgents)),
    ...(agents.length > maxAgents ? [say(call, general.more(agents.length - maxAgents))] : []),
    ...(Object.keys(kept.elsewhere).length > 0
      ? [`- ${say(call, sentences.elsewhere)}: ${told(call, kept.elsewhere)}`]
      : []),
  ]
}

const jsonButton = (call: CommandUse, person: Person): Promise<Button> =>
  button(call, sentences.exportJson, 'me export', { ...keptWith(person), as: 'json' })

const connectionsButton = (call: CommandUse, agents: readonly string[]): Promise<Button> =>
  button(call, sentences.connections, 'me connections', { agents })

/** How much there is of each kind. */
export function told(call: CommandUse, sections: PersonExport['elsewhere']): string {
  const counts = Object.entries(sections).map(([section, rows]) => {
    const name = section as keyof PersonExport['elsewhere']
    if (name !== 'files') return say(call, sentences.counts[name](rows.length))
    return say(call, sentences.counts.files(new Set(rows.map((row) => row['name'])).size))
  })
  return counts.join(say(call, sentences.comma))
}

async function exported(call: CommandUse): Promise<View> {
  const { people } = call.parts.admin
  const kept = await people.export(personOf(call))
  const isPage = call.kept['as'] === 'page'
  const file = isPage
    ? { name: 'my-data.html', text: people.page(kept, call.language) }
    : { name: 'my-data.json', text: `${JSON.stringify(kept, undefined, 2)}\n` }
  const buttons = isPage ? [await jsonButton(call, personOf(call))] : []
  return { text: say(call, sentences.exported), file, buttons, isSecret: true }
}

/** A second press says what goes. */
async function asked(call: CommandUse): Promise<View> {
  const person = personOf(call)
  const text = say(call, person.agent === undefined ? sentences.forgetsAll : sentences.forgetsAgent(person.agent))
  const yes = await button(call, sentences.forgetNow, 'me forget now', keptWith(person), { style: 'danger' })
  return { text, isSecret: true, buttons: [yes] }
}

async function forgotten(call: CommandUse): Promise<View> {
  // The log says that somebody was forgotten, and not who.
  const actor = { ...call.actor, author: 'self' }
  const { rows, person, scrubbed } = await call.parts.admin.people.forget(personOf(call), actor)
  const isLeft = scrubbed.log === 'in use' || scrubbed.isOwed
  return { text: say(call, sentences.forgotten(rows, person, isLeft)), isSecret: true }
}

async function paused(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  const { db, personLinks, personPauses } = call.parts.store
  await db.batch([personPauses.beginStep(account, await personLinks.uidsOf(account, person))])
  const buttons = [await button(call, sentences.resume, 'me resume', {})]
  return { text: say(call, sentences.paused), isSecret: true, buttons }
}

async function resumed(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  const { db, personLinks, personPauses } = call.parts.store
  await db.batch([personPauses.endStep(account, await personLinks.uidsOf(account, person))])
  return { text: say(call, sentences.resumed), isSecret: true }
}

const maxFacts = 25
const maxFact = 500

interface Fact {
  agent: string
  id: number
  text: string
}

/** What agents noted of them from what they said (`memory: facts`), the oldest first. */
async function factsOf(call: CommandUse): Promise<Fact[]> {
  const { account, uids, agent: only } = personOf(call)
  const { agents } = await call.parts.admin.people.export({ account, uids, agent: only })
  const { lasting, personLinks } = call.parts.store
  const person = await personLinks.personOf(account, call.caller.person)
  const found = Object.keys(agents).map(async (agent) => {
    const { about } = await lasting.of(orderKey(account, agent, person), '')
    return about.map(({ id, text }) => ({ agent, id, text }))
  })
  return (await Promise.all(found)).flat()
}

async function facts(call: CommandUse): Promise<View> {
  const all = await factsOf(call)
  if (all.length === 0) return { text: say(call, sentences.noFacts), isSecret: true }
  const listed = all.slice(0, maxFacts)
  const fields: Field[] = [
    {
      name: 'fact',
      label: say(call, sentences.whichFact),
      kind: 'choice',
      choices: listed.map(({ agent, id, text }) => ({ value: `${agent}/${id}`, label: plain(text).slice(0, 70) })),
    },
    { name: 'text', label: say(call, sentences.newText), optional: true, kind: 'text', max: maxFact, lines: true },
  ]
  const title = say(call, sentences.factsTitle)
  return {
    text: [say(call, sentences.factsListed), ...listed.map(({ text }) => `- ${plain(text)}`)].join('\n'),
    isSecret: true,
    form: {
      offer: await offer(call, 'me fact', keptWith(personOf(call))),
      title,
      submit: say(call, sentences.change),
      sections: [{ title, fields }],
    },
  }
}

/** A fact that is emptied is forgotten. */
async function changed(call: CommandUse): Promise<View> {
  // As a platform opens a form that has a button of its own.
  if (Object.keys(call.values).length === 0) return facts(call)
  const { account, person } = call.caller
  const [agent = '', id = ''] = (textOf(call, 'fact') ?? '').split('/')
  const before = (await factsOf(call)).find((one) => one.agent === agent && String(one.id) === id)
  if (!before) return { text: say(call, sentences.factGone), isSecret: true }
  const text = (textOf(call, 'text') ?? '').trim().slice(0, maxFact).toWellFormed()
  const { store } = call.parts
  const add = text === '' ? [] : [{ section: 'about' as const, text, sources: [] }]
  const key = orderKey(account, agent, await store.personLinks.personOf(account, person))
  await store.db.batch(store.lasting.changeSteps(key, '', { drop: [before.id], add }))
  return { text: say(call, text === '' ? sentences.factForgotten : sentences.factChanged), isSecret: true }
}
