import { ChannelType, type Message, MessageType } from 'discord.js'
import { describe, expect, it } from 'vitest'
import { ANN, BEN, BOT, button, call, GENERAL, GUILD, row, startBot, startSimulator, until } from './support.ts'

/** Everything a bot hears people say, in order. */
function heard(bot: Awaited<ReturnType<typeof startBot>>): Message[] {
  const messages: Message[] = []
  bot.on('messageCreate', (message) => {
    if (message.author.id !== BOT) messages.push(message)
  })
  return messages
}

describe('the simulator, spoken to by discord.js', () => {
  it('lets a bot in and shows it the server', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    expect(bot.user.id).toBe(simulator.applicationId)
    expect(bot.guilds.cache.map((guild) => guild.name)).toEqual(['Parley HQ'])
    expect(bot.channels.cache.get(GENERAL)?.type).toBe(ChannelType.GuildText)
    expect(simulator.gateway.connected()).toBe(true)
  })

  it('refuses a wrong token with 401', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    await bot.destroy()
    await expect(bot.login('MTIwMDAwMDAwMDAwMDAwMDAwMQ.wrong.token')).rejects.toThrow('invalid token')
  })

  it('tells it what people say, and shows people what it answers', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const messages = heard(bot)
    const said = simulator.say({ user: ANN, channel: GENERAL, content: `Hello <@${BOT}>` })
    await until(() => messages.length === 1)
    expect(messages[0]).toMatchObject({ id: said, content: `Hello <@${BOT}>`, guildId: GUILD })
    expect(messages[0]!.mentions.has(BOT)).toBe(true)
    const reply = await messages[0]!.reply('Hello Ann')
    await reply.edit('Hello, Ann')
    const [, answer] = simulator.messages(GENERAL)
    expect(answer).toMatchObject({
      content: 'Hello, Ann',
      edited: true,
      reply: { id: said, content: `Hello <@${BOT}>` },
    })
    await reply.delete()
    expect(simulator.messages(GENERAL)).toHaveLength(1)
  })

  it('has direct conversations, which arrive as such', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const messages = heard(bot)
    const direct = simulator.direct(BEN)
    simulator.say({ user: BEN, channel: direct, content: 'Just us' })
    await until(() => messages.length === 1)
    expect(messages[0]!.channel.type).toBe(ChannelType.DM)
    await (await bot.users.createDM(BEN)).send('Yes')
    expect(simulator.messages(direct).map(({ content }) => content)).toEqual(['Just us', 'Yes'])
    expect(() => simulator.say({ user: ANN, channel: direct, content: 'Me too' })).toThrow('sees no channel')
  })

  it('starts threads from a message and on their own, and speaks in them', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const messages = heard(bot)
    simulator.say({ user: ANN, channel: GENERAL, content: 'A question' })
    await until(() => messages.length === 1)
    const thread = await messages[0]!.startThread({ name: 'A question' })
    expect(thread.id).toBe(messages[0]!.id)
    await thread.send('An answer')
    simulator.say({ user: ANN, channel: thread.id, content: 'Thanks' })
    await until(() => messages.length === 2)
    expect(messages[1]!.channel.isThread()).toBe(true)
    const types = simulator.messages(thread.id).map(({ type }) => type)
    expect(types).toEqual([MessageType.ThreadStarterMessage, MessageType.Default, MessageType.Default])
    await expect(messages[0]!.startThread({ name: 'Again' })).rejects.toMatchObject({ code: 'MessageExistingThread' })
    const again = await call(simulator, 'POST', `/channels/${GENERAL}/messages/${messages[0]!.id}/threads`, {
      name: 'x',
    })
    expect(again).toMatchObject({ status: 400, body: { code: 160004 } })

    const general = bot.channels.cache.get(GENERAL)
    if (general?.type !== ChannelType.GuildText) throw new Error('no text channel')
    const own = await general.threads.create({ name: 'Standing alone' })
    expect(own.parentId).toBe(GENERAL)
    const channels = simulator.channels().filter(({ kind }) => kind === 'thread')
    expect(channels.map(({ name }) => name)).toEqual(['A question', 'Standing alone'])
  })

  it('archives a quiet thread, wakes it at the next word, and keeps old words in it as they are', async () => {
    let at = Date.parse('2026-11-21T10:00:00Z')
    const simulator = await startSimulator({ now: () => at })
    const thread = simulator.startThread({ user: ANN, channel: GENERAL, name: 'Quiet' })
    const said = await call(simulator, 'POST', `/channels/${thread}/messages`, { content: 'First' })
    at += 1440 * 60_000
    simulator.expire()
    expect(simulator.channels().find(({ id }) => id === thread)?.archived).toBe(true)
    const edit = await call(simulator, 'PATCH', `/channels/${thread}/messages/${said.body.id}`, { content: 'Second' })
    expect(edit).toMatchObject({ status: 400, body: { code: 50083 } })
    simulator.say({ user: ANN, channel: thread, content: 'Still there?' })
    expect(simulator.channels().find(({ id }) => id === thread)?.archived).toBe(false)
    simulator.changeThread({ user: ANN, channel: thread, locked: true })
    const locked = await call(simulator, 'POST', `/channels/${thread}/messages`, { content: 'Hello?' })
    expect(locked).toMatchObject({ status: 403, body: { code: 160005 } })
  })

  it('tells of edits, deletions one by one and in bulk, reactions and typing', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const events: string[] = []
    bot.ws.on('MESSAGE_UPDATE' as never, () => events.push('update'))
    bot.ws.on('MESSAGE_DELETE' as never, () => events.push('delete'))
    bot.ws.on('MESSAGE_DELETE_BULK' as never, () => events.push('bulk'))
    bot.ws.on('MESSAGE_REACTION_ADD' as never, () => events.push('reaction'))
    bot.ws.on('TYPING_START' as never, () => events.push('typing'))
    const at = { user: ANN, channel: GENERAL }
    simulator.type(at)
    const [one, two, three] = ['One', 'Two', 'Three'].map((content) => simulator.say({ ...at, content }))
    simulator.edit({ ...at, message: one!, content: 'Once' })
    simulator.react({ ...at, user: BEN, message: one!, emoji: '👍', on: true })
    simulator.remove({ ...at, message: one! })
    simulator.purge({ channel: GENERAL, messages: [two!, three!] })
    await until(() => events.includes('bulk'))
    expect(events).toEqual(['typing', 'update', 'reaction', 'delete', 'bulk'])
  })

  it('reads a channel’s history from any place in it', async () => {
    const simulator = await startSimulator()
    const ids = Array.from({ length: 6 }, (_, i) => simulator.say({ user: ANN, channel: GENERAL, content: `${i}` }))
    const page = async (query: string): Promise<string> => {
      const { body } = await call(simulator, 'GET', `/channels/${GENERAL}/messages?${query}`)
      return body.map((message: { content: string }) => message.content).join('')
    }
    expect(await page('limit=3')).toBe('543')
    expect(await page(`before=${ids[2]}`)).toBe('10')
    expect(await page(`after=${ids[2]}&limit=2`)).toBe('43')
    expect(await page(`around=${ids[3]}&limit=3`)).toBe('432')
  })

  it('takes components of the second version, which stand for the text', async () => {
    const simulator = await startSimulator()
    const section = { type: 9, components: [{ type: 10, content: 'Two' }], accessory: button('press', 'Press') }
    const container = {
      type: 17,
      components: [{ type: 10, content: '# One' }, { type: 14 }, section, row(button('a'))],
    }
    const body = { flags: 1 << 15, components: [container, row({ type: 5, custom_id: 'who' })] }
    const sent = await call(simulator, 'POST', `/channels/${GENERAL}/messages`, body)
    expect(sent).toMatchObject({ status: 200, body: { content: '', flags: 1 << 15 } })
    expect(simulator.messages(GENERAL)[0]!.components).toMatchObject([{ type: 17 }, { type: 1 }])
  })

  it('has other bots and webhooks, and people who come and go', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const messages = heard(bot)
    const robot = simulator.join({ username: 'robot', bot: true })
    const carol = simulator.join({ username: 'carol', name: 'Carol' })
    simulator.say({ user: robot, channel: GENERAL, content: 'Beep' })
    simulator.relay({ channel: GENERAL, name: 'Build', content: 'It passed' })
    simulator.say({ user: carol, channel: GENERAL, content: 'Hello' })
    await until(() => messages.length === 3)
    expect(messages.map(({ author, webhookId }) => [author.username, author.bot, webhookId !== null])).toEqual([
      ['robot', true, false],
      ['Build', true, true],
      ['carol', false, false],
    ])
    simulator.leave({ user: carol })
    expect(() => simulator.say({ user: carol, channel: GENERAL, content: 'Bye' })).toThrow('sees no channel')
  })
})
