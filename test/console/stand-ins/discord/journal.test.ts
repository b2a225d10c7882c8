import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeTempFolder } from '../../../support/temp-folder.ts'
import {
  ANN,
  BEN,
  BOT,
  button,
  call,
  GENERAL,
  later,
  PNG,
  row,
  SUPPORT,
  startBot,
  startSimulator,
  until,
} from './support.ts'

function journal(): string {
  const folder = makeTempFolder()
  later(() => folder.remove())
  return join(folder.path, 'discord.jsonl')
}

describe('a simulator with a journal', () => {
  it('has everything again: people, threads, messages, files, commands', async () => {
    const path = journal()
    const first = await startSimulator({ journal: path })
    const carol = first.join({ username: 'carol', name: 'Carol' })
    const direct = first.direct(carol)
    first.say({ user: carol, channel: direct, content: 'Just us' })
    const files = [{ name: 'dot.png', type: 'image/png', base64: PNG }]
    const kept = first.say({ user: ANN, channel: GENERAL, content: 'Look', files })
    const gone = first.say({ user: ANN, channel: GENERAL, content: 'Oops' })
    first.remove({ user: ANN, channel: GENERAL, message: gone })
    first.edit({ user: ANN, channel: GENERAL, message: kept, content: 'Look!' })
    first.react({ user: carol, channel: GENERAL, message: kept, emoji: '👍', on: true })
    const thread = first.startThread({ user: ANN, channel: GENERAL, message: kept, name: 'About it' })
    first.say({ user: carol, channel: thread, content: 'Nice' })
    await call(first, 'PUT', `/applications/${BOT}/commands`, [{ name: 'ask', description: 'Asks' }])
    first.permit({ command: 'ask', id: carol, allowed: false })
    const before = [direct, GENERAL, thread].map((channel) => first.messages(channel))
    await first.stop()

    const second = await startSimulator({ journal: path })
    expect([direct, GENERAL, thread].map((channel) => second.messages(channel))).toEqual(before)
    expect(second.commands({ user: ANN, channel: GENERAL }).map(({ name }) => name)).toEqual(['ask'])
    expect(second.commands({ user: carol, channel: GENERAL })).toEqual([])
    const { body } = await call(second, 'GET', `/channels/${GENERAL}/messages/${kept}`)
    expect((await fetch(body.attachments[0].url)).status).toBe(200)
    const next = second.say({ user: carol, channel: thread, content: 'Still here' })
    expect(BigInt(next)).toBeGreaterThan(BigInt(kept))
  })

  it('has servers again that people made, and not those the app has left', async () => {
    const path = journal()
    let simulator = await startSimulator({ journal: path })
    const made: { guild: string; channel: string }[] = []
    for (const user of [ANN, BEN]) {
      const channel = simulator.addServer({ user })
      const { body } = await call(simulator, 'GET', `/channels/${channel}`)
      made.push({ guild: body.guild_id, channel })
    }
    const [kept, left] = made as [{ guild: string; channel: string }, { guild: string; channel: string }]
    const said = simulator.say({ user: BEN, channel: kept.channel, content: 'A server of our own' })
    simulator.removeGuild(left.guild)
    for (let round = 0; round < 2; round++) {
      await simulator.stop()
      simulator = await startSimulator({ journal: path })
      expect(simulator.messages(kept.channel)).toMatchObject([{ id: said }])
      expect(() => simulator.channels(left.guild)).toThrow('There is no server')
      expect((await call(simulator, 'GET', `/guilds/${kept.guild}`)).body).toMatchObject({ name: "Ann's server" })
      simulator.say({ user: BEN, channel: GENERAL, content: 'Back again' })
    }
  })

  it('lets the app go on with interactions it has answered', async () => {
    const path = journal()
    const first = await startSimulator({ journal: path })
    const bot = await startBot(first)
    const { body } = await call(first, 'POST', `/channels/${GENERAL}/messages`, {
      content: 'Choose',
      components: [row(button('yes'))],
    })
    bot.on('interactionCreate', (interaction) => {
      if (interaction.isButton()) void interaction.deferReply()
    })
    const { token } = first.use({ user: ANN, channel: GENERAL, message: body.id, custom_id: 'yes' })
    await until(() => first.messages(GENERAL).length === 2)
    await bot.destroy()
    await first.stop()

    const second = await startSimulator({ journal: path })
    const edit = await call(second, 'PATCH', `/webhooks/${BOT}/${token}/messages/@original`, { content: 'Done' })
    expect(edit.status).toBe(200)
    expect(second.messages(GENERAL)[1]).toMatchObject({ content: 'Done', loading: false })
  })

  it('has the same after whatever people did', async () => {
    const place = fc.constantFrom(GENERAL, SUPPORT)
    const act = fc.record({
      kind: fc.constantFrom('say', 'say', 'edit', 'remove', 'react'),
      place,
      nth: fc.nat(5),
      words: fc.string({ minLength: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 20 }), async (acts) => {
        const path = journal()
        const first = await startSimulator({ journal: path })
        for (const { kind, place: channel, nth, words } of acts) {
          const content = `a${words}`
          const message = first.messages(channel)[nth]?.id
          const at = { user: ANN, channel, message: message ?? '' }
          if (kind === 'say') first.say({ user: ANN, channel, content, ...(message && { reply_to: message }) })
          else if (message && kind === 'edit') first.edit({ ...at, content })
          else if (message && kind === 'remove') first.remove(at)
          else if (message) first.react({ ...at, emoji: '👍', on: nth % 2 === 0 })
        }
        const before = [GENERAL, SUPPORT].map((channel) => first.messages(channel))
        await first.stop()
        const second = await startSimulator({ journal: path })
        expect([GENERAL, SUPPORT].map((channel) => second.messages(channel))).toEqual(before)
        await second.stop()
      }),
      { numRuns: 25 },
    )
  })

  it('reads past a line that a crash has torn', async () => {
    const path = journal()
    const first = await startSimulator({ journal: path })
    first.say({ user: ANN, channel: GENERAL, content: 'Whole' })
    await first.stop()
    appendFileSync(path, '{"post":{"id":"15')
    const second = await startSimulator({ journal: path })
    expect(second.messages(GENERAL).map(({ content }) => content)).toEqual(['Whole'])
  })
})
