import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createWeb } from '../../adapters/web/index.ts'
import { sharedRoutes } from '../../src/http/shared-routes.ts'
import { openVisitor } from '../adapters/web/visitor.ts'
import { secrets } from '../support/adapter-parts.ts'
import { carded, handingOver, passed, patient, type World } from '../support/handing-over.ts'

const origin = 'https://shop.example.com'
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** A visitor of a site whose chat is with the same agent, by the connection that the page has. */
async function visitorOf({ house, clock }: World) {
  const web = createWeb({
    sites: [{ agent: 'test', origins: [origin], anonymous: true }],
    perMinute: { visitor: 1000, address: 1000 },
    ...{ installations: house.installationsOf('web'), secrets, transcript: house.store.transcripts },
    ...{ budget: house.budget, log, now: clock.now },
  })
  await house.join(web)
  onTestFinished(() => web.stop())
  const app = fastify()
  await sharedRoutes(app, web.routes!, { note: () => 0 })
  const server = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const visitor = openVisitor({ server, agent: 'test', origin })
  onTestFinished(() => visitor.connection.close())
  const reads = (text: string) => expect.poll(() => visitor.read().join('\n'), patient).toContain(text)
  const choose = async (label: string) => {
    const { buttons } = visitor.shown().findLast((one) => one.buttons?.options.includes(label))!
    await visitor.connection.press(buttons!.id, buttons!.options.indexOf(label))
  }
  return { ...visitor, reads, choose }
}

it('a visitor of a website is handed to a team in Slack, talks with it, and comes back to the agent', async () => {
  const world = await handingOver('Slack', 'Slack')
  const { there } = world
  const visitor = await visitorOf(world)
  visitor.say('what is the weather like')
  await visitor.reads('It rains.')
  visitor.say('a human please')
  await visitor.reads('Shall I pass it on?')
  expect(there.posts()).toEqual([])
  await visitor.choose('Yes, pass it on')
  await visitor.reads('I have passed it on')
  await carded(world, 'would like to talk to a person')
  expect(there.desk.card()).toContain('It rains.')

  await there.desk.press('ben', 'Take')
  await visitor.reads('is here now')
  for (const text of ['one', 'two']) visitor.say(`from the shop: ${text}`)
  await passed(world, 'from the shop: two')
  for (const text of ['three', 'four']) await there.desk.say('ben', `from Ben: ${text}`)
  await visitor.reads('from Ben: four')
  const order = (texts: string[]) =>
    texts.flatMap((text) => [...text.matchAll(/from [\w ]+: (\w+)/g)].map(([, n]) => n))
  expect(order(there.desk.thread())).toEqual(['one', 'two'])
  expect(order(visitor.read())).toEqual(['three', 'four'])

  await there.desk.press('ben', 'Hand back')
  await visitor.reads('has handed the conversation back')
  visitor.say('what is the weather like')
  const rained = () => visitor.read().filter((text) => text.trim() === 'It rains.').length
  await expect.poll(rained, patient).toBe(2)
})

it('files pass between a visitor and a team in Slack, and go with what they came with', async () => {
  const world = await handingOver('Slack', 'Slack')
  const { there } = world
  const visitor = await visitorOf(world)
  visitor.say('a human please')
  await visitor.reads('Shall I pass it on?')
  await visitor.choose('Yes, pass it on')
  await carded(world, 'would like to talk to a person')
  await there.desk.press('ben', 'Take')
  await visitor.reads('is here now')

  const { id } = await visitor.connection.upload(new Blob(['paper jam'], { type: 'text/plain' }), 'error log.txt')
  visitor.connection.say({ id: crypto.randomUUID(), text: 'it says this', files: [id] })
  await expect.poll(() => there.desk.files(), patient).toEqual({ 'error-log.txt': 'paper jam' })
  const large = await visitor.connection.upload(new Blob(['x'.repeat(1_000_001)]), 'large.txt')
  visitor.connection.say({ id: crypto.randomUUID(), text: 'and that', files: [large.id] })
  await passed(world, 'large.txt did not come along: there is room for 1 MB with each message.')

  const manual = { name: 'manual.txt', type: 'text/plain', bytes: Buffer.from('open the lid') }
  const said = await there.desk.say('ben', 'read this', [manual])
  await visitor.reads('read this')
  const given = () => visitor.shown().flatMap(({ from, files = [] }) => (from === 'agent' ? files : []))
  await expect.poll(given, patient).toMatchObject([{ name: 'manual.txt', mimetype: 'text/plain', size: 12 }])
  const [file] = given()
  expect(await (await visitor.connection.file(file!.id)).text()).toBe('open the lid')
  await there.remove('ben', said)
  await expect.poll(given, patient).toEqual([])
  await expect(visitor.connection.file(file!.id)).rejects.toThrow('There is no such file.')
})
