import { plain, shown } from '../../lib/quoting.ts'
import type { ToolAuthBy } from '../../model/tools.ts'
import type { Button, View } from '../../model/view.ts'
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

export const leaveLine = (call: AgentCall, { by }: Server, isOpen: boolean): string =>
  say(call, by === 'person' ? sentences.byPerson : isOpen ? sentences.open : sentences.given)

async function grantOf(call: AgentCall) {
  const { server, url, by } = call.kept as unknown as Server
  const { account, person } = call.caller
  const whose = by === 'person' ? await call.parts.store.personLinks.personOf(account, person) : ''
  return { account, agent: call.agent, person: whose, server, url }
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

async function mine(call: CommandUse): Promise<View> {
  const all = await connectionsOf(call, call.kept['agents'] as string[])
  if (all.length === 0) return { text: say(call, sentences.none), isSecret: true }
  const title = say(call, sentences.title)
  const hostOf = (url: string) => new URL(url).host
  return {
    text: [
      say(call, sentences.listed),
      ...all.map(({ agent, server, url }) => `- \`${shown(agent)}\`: **${plain(server)}** (${plain(hostOf(url))})`),
    ].join('\n'),
    isSecret: true,
    form: {
      offer: await offer(call, 'me disconnect', {}),
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
              choices: all.map(({ agent, server, url }) => ({
                value: `${agent}/${server}`,
                label: `${server} (${hostOf(url)}), ${agent}`.slice(0, 70),
              })),
            },
          ],
        },
      ],
    },
  }
}

async function mineGone(call: CommandUse): Promise<View> {
  const { account, person } = call.caller
  const [agent = '', server = ''] = (textOf(call, 'connection') ?? '').split('/')
  const uid = await call.parts.store.personLinks.personOf(account, person)
  await call.parts.admin.toolGrants.revoke({ account, agent, person: uid, server }, call.actor)
  return { text: say(call, sentences.gone(server)), isSecret: true }
}
