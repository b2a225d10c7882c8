import { languages } from '../../lib/language.ts'
import { plain, shown } from '../../lib/quoting.ts'
import { orderKey, readOrderKey } from '../../model/key.ts'
import type { ToolAuthBy } from '../../model/tools.ts'
import type { Button, View } from '../../model/view.ts'
import { hostOf } from '../destinations.ts'
import { logLine } from '../log-lines.ts'
import { standingIdOf } from '../standing-approvals.ts'
import { type AgentCall, button, type CommandUse, offer, say, textOf } from './call.ts'
import { type Family, ofAgent } from './registry.ts'
import { connections as sentences } from './words/index.ts'

/** Leave that servers of tools have given: to an agent, as its admins see to it, and to whoever asks. */
export const connections: Family = {
  commands: {},
  acts: {
    'tool connect': { may: 'admin', ...ofAgent(connect) },
    'tool disconnect': { may: 'admin', ...ofAgent(disconnect) },
    'me connections': { may: 'anyone', run: mine },
    'me disconnect': { may: 'anyone', run: mineGone },
  },
}

/** What owners are told, in all languages: whoever reads it has not said anything. */
export function lostLeaveNote(agent: string, server: string): View {
  return { text: languages.map((one) => sentences.lostNote(agent, server, '/agent tool list')[one]).join('\n\n') }
}

interface Server {
  server: string
  url: string
  by: ToolAuthBy
}

const nameOf = (server: string): string => (server.length > 12 ? `${server.slice(0, 11)}…` : server)

/** Of one server: to give leave where there is none, or to take back the agent's. `isOpen`: there is none. */
export function leaveButton(call: AgentCall, { server, url, by }: Server, isOpen: boolean): Promise<Button> {
  const given = { agent: call.agent, server, url, by }
  return isOpen
    ? button(call, sentences.connect(nameOf(server)), 'tool connect', given)
    : button(call, sentences.disconnect(nameOf(server)), 'tool disconnect', given, { style: 'danger' })
}

export function leaveLine(call: AgentCall, { by }: Server, is: { open: boolean; narrow: boolean }): string {
  if (by === 'person') return say(call, sentences.byPerson)
  if (is.narrow) return say(call, sentences.narrow)
  return say(call, is.open ? sentences.open : sentences.given)
}

async function grantOf(call: AgentCall) {
  const { server, url, by } = call.kept as unknown as Server
  const { account, person } = call.caller
  const whose = by === 'person' ? await call.parts.store.personLinks.personOf(account, person) : ''
  return { account, agent: call.agent, person: whose, server, url }
}

/** Whether the agent has leave at a server that wants it to have more. */
export async function wantsMore(call: AgentCall, { server, url, by }: Server): Promise<boolean> {
  const { account } = call.caller
  if (by !== 'agent') return false
  const given = await call.parts.admin.toolGrants.standing({ account, agent: call.agent, person: '', server, url })
  return given === 'too narrow'
}

async function connect(call: AgentCall): Promise<View> {
  const of = await grantOf(call)
  const url = await call.parts.admin.toolGrants.link(of, { by: call.caller.person })
  return {
    text: say(call, sentences.link(of.server, of.person !== '')),
    links: [{ url, label: say(call, sentences.openPage) }],
    isSecret: true,
    aside: true,
  }
}

async function disconnect(call: AgentCall): Promise<View> {
  const of = await grantOf(call)
  await call.parts.admin.toolGrants.revoke(of, call.actor)
  return { text: say(call, sentences.gone(of.server)) }
}

/** Of whoever asks, with any agent or the one that they named. */
export async function connectionsOf(call: CommandUse, agents: readonly string[]) {
  const { account, person } = call.caller
  const uid = await call.parts.store.personLinks.personOf(account, person)
  return agents.length === 0 ? [] : call.parts.admin.toolGrants.list(account, agents, uid)
}

/** All calls of a tool in a place, as whoever asks has agreed to them. */
export async function standingOf(call: CommandUse, agents: readonly string[]) {
  const { account, person } = call.caller
  const uid = await call.parts.store.personLinks.personOf(account, person)
  const keys = agents.map((agent) => orderKey(account, agent, uid))
  return keys.length === 0 ? [] : call.parts.store.standingApprovals.list(keys)
}

type Standing = Awaited<ReturnType<typeof standingOf>>[number]
const agentOf = ({ key }: Standing): string => readOrderKey(key).agent

async function mine(call: CommandUse): Promise<View> {
  const agents = call.kept['agents'] as string[]
  const all = await connectionsOf(call, agents)
  const standing = await standingOf(call, agents)
  if (all.length + standing.length === 0) return { text: say(call, sentences.none), isSecret: true }
  const title = say(call, sentences.title)
  return {
    text: [
      ...(all.length > 0 ? [say(call, sentences.listed)] : []),
      ...all.map(({ agent, server, url }) => `- \`${shown(agent)}\`: **${plain(server)}** (${plain(hostOf(url))})`),
      ...(standing.length > 0 ? [say(call, sentences.standing)] : []),
      ...standing.map(
        (one) => `- \`${shown(agentOf(one))}\`: \`${shown(one.tool, 64)}\`, \`${shown(one.place, 200)}\``,
      ),
    ].join('\n'),
    isSecret: true,
    form: {
      offer: await offer(call, 'me disconnect', { agents }),
      title,
      submit: say(call, sentences.takeBack),
      sections: [
        {
          title,
          fields: [
            {
              name: 'connection',
              label: say(call, sentences.which),
              kind: 'choice',
              choices: [
                ...all.map(({ agent, server, url }) => ({
                  value: `${agent}/${server}`,
                  label: `${server} (${hostOf(url)}), ${agent}`.slice(0, 70),
                })),
                ...standing.map((one) => ({
                  value: standingIdOf(one),
                  label: `${one.tool}, ${one.place}`.slice(0, 70),
                })),
              ].slice(0, maxChoices),
            },
          ],
        },
      ],
    },
  }
}

const maxChoices = 25

async function mineGone(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  // As a platform opens a form that has a button of its own.
  if (Object.keys(call.values).length === 0) return mine(call)
  const chosen = textOf(call, 'connection') ?? ''
  const standing = (await standingOf(call, call.kept['agents'] as string[])).find((one) => standingIdOf(one) === chosen)
  if (standing) return asksAgain(call, standing)
  const [agent = '', server = ''] = chosen.split('/')
  const uid = await call.parts.store.personLinks.personOf(account, person)
  await call.parts.admin.toolGrants.revoke({ account, agent, person: uid, server }, call.actor)
  return { text: say(call, sentences.gone(server)), isSecret: true }
}

async function asksAgain(call: CommandUse, standing: Standing): Promise<View> {
  const { tool, place } = standing
  const summary = logLine('tool.always.end/one', { tool, person: call.caller.person, place })
  const entry = { action: 'tool.always.end', agent: agentOf(standing), summary }
  const { audit } = call.parts.admin
  await audit.commit(call.actor, entry, [call.parts.store.standingApprovals.removeStep(standing)])
  return { text: say(call, sentences.asksAgain(tool)), isSecret: true }
}
