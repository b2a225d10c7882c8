import { AppError } from '../../lib/errors.ts'
import { createPersonState, declarationOf, writtenBy } from '../../lib/person-state.ts'
import { plain, shown } from '../../lib/quoting.ts'
import { orderKey } from '../../model/key.ts'
import type { View } from '../../model/view.ts'
import { type AgentCall, say, textOf } from './call.ts'
import { change } from './change.ts'
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
const maxKey = 100

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
  const { agent, parts } = call
  const { key, other, person } = await personOf(call)
  const [name, value] = [textOf(call, 'key')!, textOf(call, 'value')!]
  if (name.length > maxKey) throw new AppError('invalid_value', sentences.keyTooLong(maxKey))
  const { store, stateLimits } = parts
  const { document } = (await store.agents.live(agent))!
  const kept = createPersonState(document, await store.people.stateWithWriters(key), stateLimits)
  const refused = kept.refusal(name, value, 'admin')
  if (refused) {
    const declaration = declarationOf(document.agent.state ?? {}, name)
    throw new AppError('invalid_value', sentences.refused(refused, name, declaration, stateLimits))
  }
  // The value is the person's, and may be private: the log has only its name.
  const entry = { action: 'state.set', agent, summary: `${person}: ${name}` }
  await change(call, entry, store.people.setSteps(key, writtenBy('admin', { [name]: value })))
  return { text: say(call, sentences.set(agent, other, name, value)) }
}

async function clear(call: AgentCall): Promise<View> {
  const { agent, parts } = call
  const { key, other, person } = await personOf(call)
  const { people, lasting } = parts.store
  // What was noted of the person goes too, and not the summaries of what was said.
  const steps = [people.clearStateStep(key), lasting.forgetStep(key, '')]
  await change(call, { action: 'state.clear', agent, summary: person }, steps)
  return { text: say(call, sentences.cleared(agent, other)) }
}

async function reset(call: AgentCall): Promise<View> {
  const { agent, parts } = call
  const { key, other, person } = await personOf(call)
  const { people, lasting, scenarios, conversationFiles, toolApprovals, standingApprovals, timers, handovers } =
    parts.store
  const steps = [
    people.clearStateStep(key),
    people.clearMemoryStep(key),
    lasting.clearStep(key),
    scenarios.clearStep(key),
    toolApprovals.forgetStep(key),
    standingApprovals.forgetStep(key),
    handovers.forgetStep(key),
    timers.clearStep(key),
    ...conversationFiles.forgetPersonSteps(key),
  ]
  await change(call, { action: 'person.reset', agent, summary: person }, steps)
  return { text: say(call, sentences.begunAnew(agent, other)) }
}
