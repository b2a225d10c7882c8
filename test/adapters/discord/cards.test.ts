import { expect, it, onTestFinished } from 'vitest'
import { filesOf } from '../../../adapters/discord/files.ts'
import type { Part, Place } from '../../../src/model/message.ts'
import { againstSpec } from '../../console/stand-ins/discord/spec-oracle.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, BEN, buttonsOf, createHarness, GENERAL, GUILD, toShown } from './harness.ts'

const { signal } = new AbortController()
const place = `discord:${GUILD}:${GENERAL}` as Place
const asked = 'Ann’s agent wants to open a ticket.'
const card = (text: string, more: Partial<Part> = {}): Part => ({ text, card: true, ...more })
const waiting = card(asked, {
  quickReplies: { id: 'turn-1', options: ['Approve', 'Refuse'], decides: true, forAll: true },
})

async function start() {
  const harness = await createHarness()
  onTestFinished(() => harness.close())
  const presses: number[] = []
  await harness.adapter.start(inboxWith({ press: async ({ index }) => void presses.push(index) }))
  onTestFinished(() => harness.adapter.stop())
  const { simulator, channel } = harness
  const posted = await channel.post(place, waiting, 'k1', signal)
  if (!('ok' in posted)) throw new Error(JSON.stringify(posted))
  const message = () => simulator.messages(GENERAL).at(-1)!
  onTestFinished(() => {
    expect(againstSpec(simulator.calls)).toEqual([])
    expect(simulator.liveMentions).toEqual([])
  })
  return { simulator, channel, ref: posted.ok, message, presses }
}

it('what a team is asked is a container with its words and its buttons', async () => {
  const { message } = await start()
  expect(message()).toMatchObject({
    content: '',
    components: [{ type: 17, accent_color: 0x58_65_f2, components: [{ type: 10, content: asked }, { type: 1 }] }],
  })
})

it('shows at once what was pressed, and then what became of it, without buttons', async () => {
  const { simulator, channel, ref, message, presses } = await start()
  const approve = buttonsOf(message().components)[0]!
  const press = { user: BEN, channel: GENERAL, message: message().id, custom_id: String(approve['custom_id']) }
  const { id } = simulator.use(press)
  await expect.poll(() => simulator.interaction(id)?.state).toBe('answered')
  expect(presses).toEqual([0])
  expect(buttonsOf(message().components)).toEqual([])
  expect(await channel.edit(ref, card(`${asked}\n\nApproved by <@${ANN}>.`), signal)).toEqual({ ok: undefined })
  expect(message().components).toMatchObject([{ type: 17, accent_color: 0x80_84_8e }])
  expect(toShown(simulator, message())).toMatchObject({ text: `${asked}\n\nApproved by <@${ANN}>.`, buttons: [] })
})

it('stays among the components in plain words, which a new message says as any other', async () => {
  const { simulator, channel, ref, message } = await start()
  expect(await channel.edit(ref, card('Gone.', { plain: true }), signal)).toEqual({ ok: undefined })
  expect(message().components).toMatchObject([{ type: 10, content: 'Gone.' }])
  await channel.post(place, card('Said anew.', { plain: true }), 'k2', signal)
  expect(message()).toMatchObject({ content: 'Said anew.', components: [] })
  expect(simulator.messages(GENERAL)).toHaveLength(2)
})

it('is made of what was posted in plain words', async () => {
  const { channel, message } = await start()
  const posted = await channel.post(place, card(asked, { plain: true }), 'k2', signal)
  if (!('ok' in posted)) throw new Error('not posted')
  expect(await channel.edit(posted.ok, waiting, signal)).toEqual({ ok: undefined })
  expect(message()).toMatchObject({ content: '', components: [{ type: 17 }] })
})

it('says what there is to say when it is posted once more, and is still one message', async () => {
  const { simulator, channel, message } = await start()
  await channel.post(place, card('It is over.'), 'k1', signal)
  expect(toShown(simulator, message()).text).toBe('It is over.')
  expect(simulator.messages(GENERAL)).toHaveLength(1)
})

it('files that another program shows among its components are files of its message', () => {
  const shown = (id: string, name: string) => ({
    ...{ url: `https://cdn.example.com/1/${id}/${name}?ex=1`, attachment_id: id, content_type: 'text/plain' },
  })
  const components = [
    {
      type: 17,
      components: [
        { type: 13, file: shown('1', 'a.txt'), name: 'a.txt', size: 3 },
        { type: 12, items: [{ media: shown('2', 'b.png') }, { media: { url: 'https://example.com/elsewhere.png' } }] },
      ],
    },
    null as never,
  ]
  const files = filesOf({ id: '3', channel_id: '4', attachments: [], components })
  expect(files.map(({ id, filename, size }) => [id, filename, size])).toEqual([
    ['1', 'a.txt', 3],
    ['2', 'b.png', undefined],
  ])
})
