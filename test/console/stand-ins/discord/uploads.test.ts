import { AttachmentBuilder } from 'discord.js'
import { describe, expect, it } from 'vitest'
import { ANN, type Answer, call, createClock, GENERAL, PNG, startBot, startSimulator } from './support.ts'

describe('files', () => {
  it('come with a message from discord.js and are served from where it says', async () => {
    const simulator = await startSimulator()
    const bot = await startBot(simulator)
    const channel = bot.channels.cache.get(GENERAL)
    if (!channel?.isSendable()) throw new Error('no channel')
    const files = ['one', 'two'].map(
      (name) => new AttachmentBuilder(Buffer.from(name), { name: `${name}.txt`, description: name }),
    )
    const sent = await channel.send({ content: 'Two files', files })
    const urls = sent.attachments.map(({ url }) => url)
    expect(await Promise.all(urls.map(async (url) => (await fetch(url)).text()))).toEqual(['one', 'two'])
    expect(sent.attachments.first()).toMatchObject({ name: 'one.txt', description: 'one', size: 3 })
    const edited = await sent.edit({ attachments: [sent.attachments.last()!] })
    expect(edited.attachments.map(({ name }) => name)).toEqual(['two.txt'])
    expect(simulator.messages(GENERAL)[0]!.attachments).toMatchObject([{ filename: 'two.txt' }])
  })

  it('of people are measured, and their addresses are good for a day and cannot be made up', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const files = [{ name: 'dot.png', type: 'image/png', base64: PNG }]
    const message = simulator.say({ user: ANN, channel: GENERAL, content: 'Look', files })
    const read = (): Promise<Answer> => call(simulator, 'GET', `/channels/${GENERAL}/messages/${message}`)
    const [{ url, width, height }] = (await read()).body.attachments
    expect([width, height]).toEqual([1, 1])
    expect((await fetch(url)).headers.get('content-type')).toBe('image/png')
    expect((await fetch(url.replace(/hm=./, 'hm=0'))).status).toBe(404)
    expect((await fetch(url.replace(/&hm=.*/, ''))).status).toBe(404)
    clock.pass(24 * 3_600_000 + 1000)
    const gone = await fetch(url)
    expect([gone.status, await gone.text()]).toEqual([404, 'This content is no longer available.'])
    const [fresh] = (await read()).body.attachments
    expect((await fetch(fresh.url)).status).toBe(200)
  })

  it('are refused when they are too large, one or all together', async () => {
    const simulator = await startSimulator({ limits: { fileBytes: 100, requestBytes: 1000 } })
    const form = (sizes: number[]): FormData => {
      const data = new FormData()
      data.set('payload_json', '{}')
      for (const [i, size] of sizes.entries()) data.set(`files[${i}]`, new Blob(['x'.repeat(size)]), `${i}.txt`)
      return data
    }
    const post = (sizes: number[]): Promise<Answer> =>
      call(simulator, 'POST', `/channels/${GENERAL}/messages`, form(sizes))
    expect((await post([100])).status).toBe(200)
    expect(await post([101])).toMatchObject({ status: 413, body: { code: 40005 } })
    expect(await post(Array.from({ length: 9 }, () => 100))).toMatchObject({ status: 413, body: { code: 40005 } })
  })

  it('can be spoken', async () => {
    const simulator = await startSimulator()
    const spoken = simulator.speak({ user: ANN, channel: GENERAL, seconds: 2.5 })
    const { body } = await call(simulator, 'GET', `/channels/${GENERAL}/messages/${spoken}`)
    expect(body).toMatchObject({
      flags: 1 << 13,
      content: '',
      attachments: [{ content_type: 'audio/ogg', duration_secs: 2.5 }],
    })
  })
})
