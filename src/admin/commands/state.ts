import { declarationOf } from '../../lib/person-state.ts'
import { plain, shown } from '../../lib/quoting.ts'
import { orderKey } from '../../model/key.ts'
import type { View } from '../../model/view.ts'
import { type AgentCall, say, textOf } from './call.ts'
import { type Family, ofAgent } from './registry.ts'
import { general, state as sentences } from './words/index.ts'

/** What an agent keeps of a person. */
export const state: Family = {
  commands: {
    'state show': ofAgent(show),
    'state set': ofAgent(set),
    'state clear': ofAgent(clear),
    reset: ofAgent(reset),
  },
}

const maxListed = 50

/** Of whom it is: nobody else is named where it is the caller. */
async function personOf(call: AgentCall): Promise<{ other: string | undefined; key: string; person: string }> {
  const { account, person: own } = call.caller
  const person = textOf(call, 'person') ?? own
  const kept = await call.parts.store.personLinks.personOf(account, person)
  return { person, other: person === own ? undefined : person, key: orderKey(account, call.agent, kept) }
}

async function show(call: AgentCall): Promise<View> {
  const { key, other } = await personOf(call)
  const { people, lasting, agents } = call.parts.store
  const facts = (await lasting.of(key, '')).about.map(({ text }) => `- ${plain(text)}`)
  const all = Object.entries(await people.stateWithWriters(key))
  const declarations = (await agents.live(call.agent))?.document.agent.state ?? {}
  if (all.length + facts.length === 0) return { text: say(call, sentences.none(call.agent, other)) }
  const lines = all.slice(0, maxListed).map(([name, { value, writer }]) => {
    const about = declarationOf(declarations, name)?.about
    const told = say(call, sentences.written(writer, about && plain(about)))
    return `- \`${shown(name)}\` = \`${shown(value, 200)}\` ${told}`
  })
  const rest = all.length - lines.length
  return {
    text: [
      say(call, sentences.listed(call.agent, other)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
      ...(facts.length > 0 ? [say(call, sentences.noted), ...facts] : []),
    ].join('\n'),
  }
}

async function set(call: AgentCall): Promise<View> {
  const { agent } = call
  const { other, person } = await personOf(call)
  const [name, value] = [textOf(call, 'key')!, textOf(call, 'value')!]
  await call.parts.admin.personStates.set({ agent, person }, name, value, call.actor)
  return { text: say(call, sentences.set(agent, other, name, value)) }
}

async function clear(call: AgentCall): Promise<View> {
  const { agent } = call
  const { other, person } = await personOf(call)
  await call.parts.admin.personStates.clear({ agent, person }, call.actor)
  return { text: say(call, sentences.cleared(agent, other)) }
}

async function reset(call: AgentCall): Promise<View> {
  const { agent } = call
  const { other, person } = await personOf(call)
  await call.parts.admin.personStates.reset({ agent, person }, call.actor)
  return { text: say(call, sentences.begunAnew(agent, other)) }
}
