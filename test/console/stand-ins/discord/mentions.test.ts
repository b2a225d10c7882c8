import { describe, expect, it } from 'vitest'
import type { DiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import { ANN, BEN, BOT, call, GENERAL, GUILD, startSimulator } from './support.ts'

const HELPERS = '1200000000000000201'
const guilds = [
  {
    id: GUILD,
    name: 'Parley HQ',
    channels: [{ id: GENERAL, name: 'general' }],
    roles: [{ id: HELPERS, name: 'helpers', mentionable: true }],
  },
]
const ALL = `@everyone <@${ANN}> <@${BEN}> <@&${HELPERS}>`

const post = (simulator: DiscordSimulator, body: object) =>
  call(simulator, 'POST', `/channels/${GENERAL}/messages`, body)
const live = (simulator: DiscordSimulator): string[] =>
  simulator.liveMentions.map(({ kind, id }) => `${kind} ${id}`.trim())

describe('what a message of the app calls', () => {
  it.each<[what: string, allowed: object | undefined, called: string[]]>([
    ['everything, when nothing is said', undefined, [`user ${ANN}`, `user ${BEN}`, `role ${HELPERS}`, 'everyone']],
    ['nothing, when nothing is allowed', { parse: [] }, []],
    ['nothing, with an empty object', {}, []],
    ['people alone', { parse: ['users'] }, [`user ${ANN}`, `user ${BEN}`]],
    ['one person alone', { users: [BEN] }, [`user ${BEN}`]],
    ['roles alone', { parse: ['roles'] }, [`role ${HELPERS}`]],
  ])('is %s', async (_, allowed_mentions, called) => {
    const simulator = await startSimulator({ guilds })
    await post(simulator, { content: ALL, ...(allowed_mentions && { allowed_mentions }) })
    expect(live(simulator)).toEqual(called)
  })

  it('is nothing that stands in code', async () => {
    const simulator = await startSimulator({ guilds })
    await post(simulator, { content: `\`@everyone\` \`\`\`\n<@${ANN}>\n\`\`\`` })
    expect(live(simulator)).toEqual([])
  })

  it('is not everybody without the permission', async () => {
    const simulator = await startSimulator({ guilds })
    simulator.setPermissions(GENERAL, [{ id: BOT, kind: 'member', deny: ['mentionEveryone'] }])
    await post(simulator, { content: '@everyone @here' })
    expect(live(simulator)).toEqual([])
  })

  it('is the author of what it replies to, unless that is not wanted', async () => {
    const simulator = await startSimulator({ guilds })
    const said = simulator.say({ user: ANN, channel: GENERAL, content: 'Hi' })
    const message_reference = { message_id: said }
    await post(simulator, { content: 'a', message_reference, allowed_mentions: { parse: [], replied_user: false } })
    expect(live(simulator)).toEqual([])
    await post(simulator, { content: 'b', message_reference, allowed_mentions: { parse: [], replied_user: true } })
    expect(live(simulator)).toEqual([`reply ${ANN}`])
  })

  it('can come in with an edit that forgot to forbid it', async () => {
    const simulator = await startSimulator({ guilds })
    const { body } = await post(simulator, { content: 'Wait', allowed_mentions: { parse: [] } })
    const path = `/channels/${GENERAL}/messages/${body.id}`
    await call(simulator, 'PATCH', path, { content: ALL, allowed_mentions: { parse: [] } })
    expect(live(simulator)).toEqual([])
    await call(simulator, 'PATCH', path, { content: `${ALL}!` })
    expect(simulator.liveMentions).toHaveLength(4)
    expect(simulator.liveMentions.every(({ edited }) => edited)).toBe(true)
  })
})
