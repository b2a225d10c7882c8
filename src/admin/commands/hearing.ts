import { day } from '../../lib/moment.ts'
import { triggerTypes, type Webhook } from '../../model/webhook.ts'
import type { Listening } from '../../store/listening.ts'
import { type Binding, hearsAll, wholeOf } from '../../store/places.ts'
import type { AgentView } from '../agents.ts'
import { hostOf } from '../destinations.ts'
import { type CommandUse, say } from './call.ts'
import { person } from './changed.ts'
import { general, hearing as sentences } from './words/index.ts'

const maxLines = 10

/** Where an agent was put to answer, how, since when and by whom. */
export async function bindingLines(call: CommandUse, agent: string): Promise<string[]> {
  const { parts, caller } = call
  const bindings = (await parts.store.places.bindings(caller.account)).filter((one) => one.agent === agent)
  return listed(
    call,
    bindings.map((one) => `  - ${say(call, sentences.bound(told(call, one)))}`),
  )
}

const around = (row: Listening): string[] => [...JSON.parse(row.within), wholeOf(row)]

/** Which of these agents hear what is not said to them, where, and who else gets the words. */
export async function hearingLines(call: CommandUse, agents: readonly AgentView[]): Promise<string[]> {
  const { parts, caller } = call
  const { account } = caller
  const bindings = (await parts.store.places.bindings(account)).filter(({ mode }) => hearsAll(mode))
  const rows = [...(await parts.store.listening.all()).values()].filter((row) => row.account === account)
  const lines = agents.flatMap((agent) => {
    const hosts = hostsOf(agent.document.webhooks)
    const own = rows.filter((row) => row.agent === agent.id)
    const bound = bindings.filter((one) => one.agent === agent.id)
    const isBound = (row: Listening) =>
      bound.some(({ place, mode }) => mode === row.mode && around(row).includes(place))
    // Without a binding it is the mode that the server is configured with.
    const others = own.filter((row) => row.state === 'told' && !isBound(row))
    return [
      ...bound.map((one) => {
        const its = own.filter((row) => row.mode === one.mode && around(row).includes(one.place))
        const count = (state: Listening['state']) => its.filter((row) => row.state === state).length
        return sentences.hears({
          ...told(call, one),
          agent: agent.id,
          told: count('told'),
          refused: count('refused'),
          hosts,
        })
      }),
      ...others.map(({ place, mode, at }) =>
        sentences.hears({ agent: agent.id, place, mode, by: undefined, since: day(at), told: 1, refused: 0, hosts }),
      ),
    ]
  })
  if (lines.length === 0) return []
  const shown = lines.map((line) => `- ${say(call, line)}`)
  return [`\n👂 ${say(call, sentences.whoHears)}`, ...listed(call, shown)]
}

function listed(call: CommandUse, lines: readonly string[]): string[] {
  const rest = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(rest > 0 ? [say(call, general.more(rest))] : [])]
}

function told(call: CommandUse, { place, mode, bound_by, bound_at }: Binding) {
  const by = bound_by === null ? undefined : person(call, bound_by)
  return { place, mode, by, since: bound_at === null ? undefined : day(bound_at) }
}

/** Of the webhooks that are told what people say. */
function hostsOf(webhooks: readonly Webhook[]): string[] {
  const told = webhooks.filter(
    ({ trigger, isEnable = true }) => isEnable && trigger.triggerType === triggerTypes.userUtterance,
  )
  return [...new Set(told.map(({ url }) => hostOf(url)))]
}
