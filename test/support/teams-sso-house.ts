import { expect } from 'vitest'
import { filesOf } from '../../adapters/teams/manifest.ts'
import type { TeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { MANIFEST, personalChat } from '../../console/stand-ins/teams/settings.ts'
import { startMcpServer } from './mcp-server.ts'
import { openKeys } from './open-keys.ts'
import { openTeams, type Somebody } from './rooms.ts'
import { trackerHouse } from './tracker-house.ts'

const tool = 'desk_create'
const connect = 'desk_connect'
const application = '7a11e500-0000-4000-8000-0000000000b0'
const page = 'https://example.com'

/** As the app's package has it, but for where this machine's token store is. */
function packaged(signsIn: string | undefined) {
  const options = { application, website: page, privacy: page, terms: page, version: '1.0.0', hearsAll: false }
  const { webApplicationInfo } = JSON.parse(
    filesOf({ ...options, signsIn: 'token.botframework.com' })['manifest.json']!,
  )
  return { ...MANIFEST, ...(signsIn && { webApplicationInfo, validDomains: [signsIn] }) }
}

/**
 * The model wants an issue filed at a server that knows people by their sign-in at Teams; as long as it has no such tool, it wants the
 * server connected.
 */
export async function teamsSsoHouse({
  scope,
  delegated = [],
  connection = 'people',
  servers,
  processes = 1,
  isSet = true,
  packaged: isPackaged = true,
}: {
  scope?: string
  delegated?: readonly { audience: string; scopes: readonly string[]; consented: boolean }[]
  /** As the operator has set it; the bot has one called `people`. */
  connection?: string
  servers?: readonly string[]
  processes?: number
  isSet?: boolean
  packaged?: boolean
} = {}) {
  let teams: TeamsSimulator | undefined
  const audience = scope === undefined ? 'api://tracker' : delegated[0]!.audience
  const holder = async (token: string) => teams?.holder(token, audience)
  const server = await startMcpServer({ auth: { issuer: 'http://127.0.0.1:9', holder, reach: async () => [] } })
  const sso = { platform: 'teams', ...(scope !== undefined && { scope }) }
  const desk = { url: server.url, auth: 'person', sso } as const
  const { house, models } = await trackerHouse({}, { servers: { desk }, calls: tool })
  type Asked = { messages: { role: string; content: unknown }[]; tools?: { function: { name: string } }[] }
  const answersWith = (is: (asked: Asked) => boolean, content: string, call: object) =>
    models.server.prependFixture({
      match: { predicate: is as never },
      response: { content, toolCalls: [call as never] },
    })
  const last = ({ messages }: Asked) => messages.at(-1)!
  const has = ({ tools = [] }: Asked, name: string) => tools.some((one) => one.function.name === name)
  answersWith((asked) => last(asked).role !== 'tool' && has(asked, connect), '', {
    ...{ id: 'call_0', name: connect, arguments: '{}' },
  })
  answersWith(
    (asked) => last(asked).role === 'tool' && String(last(asked).content).includes('connected') && has(asked, tool),
    'Now I can.',
    { id: 'call_1', name: tool, arguments: '{"title":"The printer is on fire","urgent":true}' },
  )
  const said: string[] = []
  const note = (fields: object, message: string) => void said.push(`${JSON.stringify(fields)} ${message}`)
  const { room, simulator } = await openTeams(house, {
    processes,
    simulator: { connections: [{ name: 'people', ...(scope === undefined && { audience }) }], delegated },
    teams: {
      ...(isSet && { sso: { connection, servers: servers ?? [new URL(server.url).origin] } }),
      log: { debug: note, info: note, warn: note, error: note },
    },
  })
  teams = simulator
  simulator.setManifest(packaged(isPackaged ? new URL(simulator.tokenStoreUrl).host : undefined))
  await house.work()

  const quiet = () => expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
  const heard = (who: Somebody, text: string) =>
    expect.poll(() => room.alone(who).join('\n'), { interval: 5 }).toContain(text)
  const general = '19:general@thread.tacv2'
  const shown = (user: string) => simulator.messages(personalChat(user), { as: user })
  const signInOf = (user: string) =>
    shown(user).flatMap((message) =>
      message.attachments.flatMap((one) => (one.kind === 'signin' ? [{ ...one, message: message.id }] : [])),
    )
  const inGeneral = () => simulator.messages(general).filter(({ author, targeted_to: to }) => author.bot && !to)
  return {
    ...{ house, room, simulator, server, quiet, heard },
    async asks(who: Somebody) {
      const before = room.alone(who).length
      await room.tell(who, 'the printer is on fire')
      await expect.poll(() => room.alone(who).slice(before).join('\n'), { interval: 5 }).toContain('For this I need')
      await quiet()
    },
    /** Agrees to the call that is asked about once they are signed in. */
    async approve(who: Somebody) {
      const answers = () => room.alone(who).join('\n').split('The tracker said issue 7').length
      const before = answers()
      await expect.poll(() => room.alone(who).at(-1), { interval: 5 }).toContain('Shall I?')
      await quiet()
      await room.choose(who, 'Approve')
      await expect.poll(answers, { interval: 5 }).toBe(before + 1)
      await quiet()
    },
    heardIn: (text: string) =>
      expect.poll(() => JSON.stringify(inGeneral()), { interval: 5 }).toContain(JSON.stringify(text).slice(1, -1)),
    async approveIn(who: Somebody, label: string) {
      await quiet()
      const { id } = inGeneral().findLast((one) => JSON.stringify(one).includes(`"title":"${label}"`))!
      const user = who === 'ann' ? '29:1ann' : '29:1ben'
      await simulator.press({ user, conversation: general, message: id, action: label })
      await simulator.idle()
    },
    grants: () => house.store.db.query.selectFrom('tool_grant').selectAll().execute(),
    /** The buttons that Teams shows somebody to sign in by. */
    cards: signInOf,
    button: (user: string) => ({ user, conversation: personalChat(user), message: signInOf(user).at(-1)!.message }),
    /** All that was logged. */
    says: () => said.join('\n'),
    /** All that is kept. */
    async everything() {
      const { query } = house.store.db
      const tables = await query.introspection.getTables()
      const rows = tables.map(({ name }) =>
        query
          .selectFrom(name as 'turn')
          .selectAll()
          .execute(),
      )
      return JSON.stringify(await Promise.all(rows))
    },
  }
}
