import { expect, it, type TestContext } from 'vitest'
import type { AskedFile, Attachment, InboundMessage } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, ofOurs } from './harness.ts'

const table: Attachment = { name: 'table.csv', type: 'text/csv', bytes: Buffer.from('item,price\r\ntea,3\r\n') }
const signal = () => AbortSignal.timeout(60_000)

async function offered(test: Pick<TestContext, 'onTestFinished'>, where: 'direct' | 'channel' = 'direct') {
  const harness = await createHarness()
  test.onTestFinished(() => harness.close())
  const heard = Promise.withResolvers<InboundMessage>()
  const asked: AskedFile[] = []
  const kept = { file: table as Attachment | undefined }
  await harness.adapter.start(
    inboxWith({
      message: async (message) => heard.resolve(message),
      file: async (one) => {
        asked.push(one)
        return kept.file
      },
    }),
  )
  test.onTestFinished(() => harness.adapter.stop())
  harness.person.say('What does tea cost?', where)
  const { replyTo } = await heard.promise
  const outcome = await harness.channel.attach!(replyTo, table, 'turn:1', signal())
  const { simulator } = harness
  const shown = () => ofOurs(simulator).map(({ text, attachments }) => attachments[0] ?? text)
  const answer = async (accept: boolean) => {
    const { conversation, id } = ofOurs(simulator).find(({ attachments }) => attachments[0]?.kind === 'consent')!
    return simulator.consent({ user: ANN, conversation, message: id, accept })
  }
  return { ...harness, replyTo, outcome, shown, answer, asked, kept }
}

it('a file is offered in a personal chat; who agrees has it there, and the offer is gone', async (test) => {
  const { simulator, shown, answer, asked } = await offered(test)
  expect(shown()).toMatchObject([{ kind: 'consent', name: 'table.csv', size: 19 }])
  expect(await answer(true)).toMatchObject({ state: 'answered' })
  await expect.poll(shown).toMatchObject([{ kind: 'file', name: 'table.csv' }])
  const [file] = shown() as { file: string }[]
  expect(String(simulator.file(file!.file))).toBe('item,price\r\ntea,3\r\n')
  expect(asked).toMatchObject([{ platform: 'teams', key: 'turn:1', name: 'table.csv' }])
})

it('who declines has no file, and the offer is gone', async (test) => {
  const { shown, answer, asked } = await offered(test)
  await answer(false)
  await expect.poll(shown).toEqual([])
  expect(asked).toEqual([])
})

it('what cannot be put there is said, and the offer stays', async (test) => {
  const { simulator, shown, answer } = await offered(test)
  simulator.faults.set([{ kind: 'error', route: 'PUT upload', times: 1 }])
  await answer(true)
  const said = () => shown().filter((one) => typeof one === 'string')
  await expect.poll(said).toEqual([expect.stringContaining('could not be put into your files')])
  await answer(true)
  await expect.poll(shown).toMatchObject([{}, { kind: 'file' }])
})

it('who agrees when it is kept no more reads so, and the offer is gone', async (test) => {
  const { shown, answer, kept } = await offered(test)
  kept.file = undefined
  await answer(true)
  const sentence = '`table.csv` was offered too long ago: it is kept no more. Please ask me for it once more.'
  await expect.poll(shown).toEqual([sentence])
})

it('elsewhere a file is refused, and a picture that is small enough is shown', async (test) => {
  const { channel, replyTo, outcome, shown } = await offered(test, 'channel')
  expect(outcome).toMatchObject({ refused: { code: 'unsupported' } })
  const picture = (size: number) => ({ name: 'chart.png', type: 'image/png', bytes: new Uint8Array(size) })
  expect(await channel.attach!(replyTo, picture(30_000), 'turn:2', signal())).toHaveProperty('ok')
  expect(await channel.attach!(replyTo, picture(30_001), 'turn:3', signal())).toHaveProperty('refused')
  expect(shown()).toMatchObject([{ kind: 'image', name: 'chart.png' }])
})
