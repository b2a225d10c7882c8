import { inUtc } from '../../lib/moment.ts'
import type { AgentDocument } from '../../model/agent.ts'
import type { Choice } from '../../model/command.ts'
import { may } from '../roles.ts'
import type { CommandUse } from './call.ts'
import { described, folded } from './parse.ts'
import type { SentValues } from './request.ts'
import { administers, agentOf } from './rights.ts'
import { foundTools } from './tools-found.ts'

const maxChoices = 25
const maxLabel = 100

/** What may stand for a parameter, the likeliest first; nothing for those who may not use the command. */
export async function completionsOf(
  call: CommandUse,
  command: string,
  parameter: string,
  so: string,
  given: SentValues,
): Promise<Choice[]> {
  const found = await choicesOf(call, command, parameter, given)
  const wanted = folded(so)
  const rank = ({ value, label }: Choice): number =>
    folded(value).startsWith(wanted) ? 0 : folded(`${value} ${label}`).includes(wanted) ? 1 : 2
  return found
    .filter((choice) => rank(choice) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxChoices)
    .map(({ value, label }) => ({ value, label: short(label) }))
}

/** All of them. */
export async function choicesOf(
  call: CommandUse,
  command: string,
  parameter: string,
  given: SentValues,
): Promise<Choice[]> {
  const one = described.find(({ name }) => name === command)
  if (!one || !may(call.standing, one.may, { mine: true })) return []
  if (parameter === 'command') {
    const own = described.filter(({ may: right }) => may(call.standing, right, { mine: true }))
    return own.map(({ name, summary }) => ({ value: name, label: `${name}: ${summary[call.language]}` }))
  }
  const { admin } = call.parts
  const { account } = call.caller
  if (parameter === 'agent') {
    const agents = await admin.agents.list(call.actor)
    return (
      agents
        // Members know the agent they find here; what others there are is not their business.
        .filter(({ id }) => administers(call.standing, id) || (one.may === 'self' && id === call.place?.agent))
        .map(({ id, document }) => ({ value: id, label: `${id}: ${document.agent.displayName}` }))
    )
  }
  if (parameter === 'key') {
    const keys = (await admin.keys.list(account)).filter(({ revokedAt }) => revokedAt === null)
    return keys.map(({ id, name, kind, hint }) => ({ value: id, label: `${name} (${kind}, …${hint})` }))
  }
  if (parameter === 'installation') {
    const all = await admin.approvals.list({ account })
    return all.map(({ id, name, platform, status }) => ({ value: id, label: `${name} (${platform}, ${status})` }))
  }
  const named = typeof given['agent'] === 'string' ? given['agent'] : undefined
  const agent = await agentOf(call.parts, call.caller, call.standing, named, call.place)
  if (!administers(call.standing, agent)) return []
  if (parameter === 'version') {
    const versions = await admin.drafts.versions(agent, call.actor)
    return versions.map(({ version, createdAt }) => ({
      value: `${version}`,
      label: `${version}: ${inUtc(createdAt)}`,
    }))
  }
  if (parameter === 'source') {
    const sources = await admin.knowledge.list(agent, call.actor)
    return sources.map(({ name }) => ({ value: name, label: name }))
  }
  if (parameter === 'tool') {
    const { tools, document } = await foundTools({ ...call, agent }, { isBrief: true })
    const servers = command === 'tool remove' ? Object.entries(document.tools?.servers ?? {}) : []
    const named = [...servers.map(([name, { url }]) => ({ name, says: url })), ...tools]
    return named.map(({ name, says }) => ({ value: name, label: says === '' ? name : `${name}: ${says}` }))
  }
  const { document } = await admin.drafts.current(agent, call.actor)
  return ofDocument[parameter]?.(document) ?? []
}

const ofDocument: Readonly<Record<string, (document: AgentDocument) => Choice[]>> = {
  number: ({ rules }) =>
    rules.map(({ when, say }, i) => ({ value: `${i + 1}`, label: `${i + 1}. ${when[0]} → ${[say].flat()[0]}` })),
  scenario: ({ scenarios }) =>
    scenarios.map(({ id, title }) => ({ value: id, label: title === undefined ? id : `${id}: ${title}` })),
  webhook: ({ webhooks }) => webhooks.map(({ name, url }) => ({ value: name, label: `${name}: ${url}` })),
}

function short(label: string): string {
  const line = label.replace(/\s+/g, ' ').trim().toWellFormed()
  return line.length > maxLabel ? `${line.slice(0, maxLabel - 1).toWellFormed()}…` : line
}
