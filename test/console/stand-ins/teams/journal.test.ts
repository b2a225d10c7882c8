import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ANN, ANNS, card, createClock, errorOf, GENERAL, LUNCH, startApp, startSimulator } from './support.ts'

const file = (): string => join(mkdtempSync(join(tmpdir(), 'teams-')), 'journal.jsonl')

it('brings back what was said, shown, installed and declared', async () => {
  const journal = file()
  const before = await startSimulator({ journal })
  const { api } = await startApp(before, ({ type }) =>
    type === 'invoke'
      ? { body: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'ok' } }
      : {},
  )
  const files = [{ name: 'notes.txt', type: 'text/plain', base64: Buffer.from('notes').toString('base64') }]
  before.say({ user: ANN, conversation: ANNS, text: 'look', files })
  const { json } = await api.post(ANNS, { text: 'first', channelData: { feedbackLoopEnabled: true } })
  await api.put(ANNS, String(json['id']), { text: 'second', attachments: [card([{ type: 'TextBlock', text: 'x' }])] })
  const gone = String((await api.post(LUNCH, { text: 'gone' })).json['id'])
  await api.remove(LUNCH, gone)
  const targeted = await api.post(
    LUNCH,
    { text: 'psst', recipient: { id: ANN, isTargeted: true } },
    '?isTargetedActivity=true',
  )
  await api.remove(LUNCH, String(targeted.json['id']), '?isTargetedActivity=true')
  before.install({ user: ANN, conversation: GENERAL, on: false })
  before.setManifest({ commandLists: [{ scopes: ['personal'], commands: [{ title: 'help', description: 'Help' }] }] })
  const seen = (simulator: typeof before) => [
    simulator.messages(ANNS),
    simulator.messages(LUNCH),
    simulator.conversations(),
    simulator.commands(),
  ]
  const shown = seen(before)
  await before.stop()

  for (let turn = 0; turn < 2; turn++) {
    const after = await startSimulator({ journal })
    expect(seen(after)).toEqual(shown)
    const [attachment] = after.messages(ANNS)[0]!.attachments
    if (attachment?.kind !== 'file') throw new Error('no file')
    expect(after.file(attachment.file)?.toString()).toBe('notes')
    await after.stop()
  }
  const later = await startSimulator({ journal, now: () => 0 })
  const id = later.say({ user: ANN, conversation: LUNCH, text: 'x' })
  expect(Number(id)).toBeGreaterThan(Number(gone))
})

it('goes on with a stream that was running', async () => {
  const journal = file()
  const clock = createClock()
  const before = await startSimulator({ journal, now: clock.now })
  const { api } = await startApp(before)
  const part = (type: string, text: string, rest = {}) => ({
    type: type === 'final' ? 'message' : 'typing',
    text,
    entities: [{ type: 'streaminfo', streamType: type, ...rest }],
  })
  const { json } = await api.post(ANNS, part('streaming', 'A fox', { streamSequence: 1 }))
  const streamId = String(json['id'])
  await before.stop()

  const after = await startSimulator({ journal, now: clock.now })
  const again = await startApp(after)
  expect(after.messages(ANNS)).toMatchObject([{ text: 'A fox', stream: { state: 'streaming' } }])
  const broken = await again.api.post(ANNS, part('streaming', 'A dog', { streamId, streamSequence: 2 }))
  expect(errorOf(broken)).toMatch(/^400 /)
  clock.pass(1500)
  expect((await again.api.post(ANNS, part('final', 'A fox jumps', { streamId }))).status).toBe(202)
  expect(after.messages(ANNS)).toMatchObject([{ text: 'A fox jumps' }])
})

it('forgets access tokens and keys', async () => {
  const journal = file()
  const before = await startSimulator({ journal })
  const { api } = await startApp(before)
  const port = Number(new URL(before.url).port)
  await before.stop()
  await startSimulator({ journal, port })
  expect((await api.post(ANNS, { text: 'x' })).status).toBe(401)
})
