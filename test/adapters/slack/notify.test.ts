import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Fault } from '../../../console/stand-ins/slack/view.ts'
import type { Place } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, GENERAL, type SlackHarness } from './harness.ts'

const { signal } = new AbortController()
const view = { text: 'It could not be **shown**.', buttons: [{ offer: 'o-1', label: 'Retry' }] }
let harness: SlackHarness
let place: Place

beforeEach(async () => {
  harness = await createHarness('http')
  await harness.adapter.start(
    inboxWith({
      async message({ replyTo }) {
        place = replyTo
      },
      press: async () => ({ text: 'Noted' }),
    }),
  )
})

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

async function asked(where: 'direct' | 'channel'): Promise<void> {
  harness.person.say('hello', where)
  await harness.settled()
}

const notify = (where: Place | undefined) => harness.channel.notify!(ANN, where, view, signal)
const refuse = (...faults: [method: string, error: string][]): void =>
  harness.simulator.faults.set(faults.map(([method, error]): Fault => ({ kind: 'refuse', method, error })))
/** Where it is, and whether it is theirs alone. */
const seen = () =>
  [DIRECT, GENERAL].flatMap((channel) =>
    harness.simulator
      .messages(channel, { as: ANN })
      .filter(({ user }) => user === 'U0PARLEY')
      .map(({ ephemeral_to, thread_ts }) => `${channel} ${thread_ts ? 'thread' : 'top'} ${ephemeral_to ?? 'all'}`),
  )

it('is seen in the channel, and in the thread once something of ours stands there', async () => {
  await asked('channel')
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(seen()).toEqual([`${GENERAL} top ${ANN}`])
  await harness.channel.post(place, { text: 'An answer' }, 'k1', signal)
  await notify(place)
  expect(seen().at(-1)).toBe(`${GENERAL} thread ${ANN}`)
})

it('stays in a direct conversation, where nobody else is', async () => {
  await asked('direct')
  await notify(place)
  await notify(undefined)
  expect(seen()).toEqual([`${DIRECT} thread all`, `${DIRECT} top all`])
})

it('goes to the direct conversation where nothing can be shown in the channel', async () => {
  await asked('channel')
  refuse(['chat.postEphemeral', 'not_in_channel'])
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(seen()).toEqual([`${DIRECT} top all`])
})

it('goes to the address of a command, which needs no channel, and on from there when its time is over', async () => {
  await asked('channel')
  const alone = await harness.alone!()
  refuse(['chat.postEphemeral', 'not_in_channel'], ['chat.postMessage', 'messages_tab_disabled'])
  for (let use = 0; use < 5; use++) expect(await notify(alone)).toEqual({ ok: undefined })
  expect(seen()).toEqual(Array.from({ length: 5 }, () => `${GENERAL} top ${ANN}`))
  expect(await notify(alone)).toMatchObject({ refused: { code: 'forbidden' } })
})

it('is plainer where Slack refuses its blocks, and keeps its buttons', async () => {
  await asked('channel')
  harness.simulator.faults.set([{ kind: 'refuse', method: 'chat.postEphemeral', error: 'invalid_blocks', times: 1 }])
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(harness.shown()).toMatchObject([{ buttons: ['Retry'], alone: true }])
  expect(harness.simulator.messages(GENERAL).at(-1)!.blocks).toMatchObject([
    { type: 'section', text: { type: 'plain_text' } },
    { type: 'actions' },
  ])
})

it('brings its file in the direct conversation', async () => {
  await asked('channel')
  const file = { name: 'answer.md', text: 'All of it.' }
  expect(await harness.channel.notify!(ANN, place, { ...view, file }, signal)).toEqual({ ok: undefined })
  expect(harness.shown().flatMap(({ files }) => files)).toEqual(['All of it.'])
})

it('is not shown twice when nobody knows whether it is there, and tells nobody where the app is gone', async () => {
  await asked('channel')
  harness.simulator.faults.set([{ kind: 'drop', method: 'chat.postEphemeral' }])
  expect(await notify(place)).toHaveProperty('unknown')
  expect(seen()).toEqual([`${GENERAL} top ${ANN}`])
  const before = harness.simulator.calls.length
  refuse(['*', 'token_revoked'])
  expect(await notify(place)).toMatchObject({ refused: { code: 'revoked' } })
  expect(harness.simulator.calls.length).toBe(before + 1)
})

it('after a press is told once, also where Slack tells of the press twice', async () => {
  await asked('channel')
  await harness.channel.post(place, { text: 'Well?', quickReplies: { id: 'r1', options: ['Yes'] } }, 'k1', signal)
  await harness.person.press('Yes')
  const { payload } = harness.simulator.deliveries.findLast(({ type }) => type === 'block_actions')!
  expect((await tell({ payload: JSON.stringify(payload) })).status).toBe(200)
  await harness.adapter.stop()
  expect(harness.shown().filter(({ alone }) => alone)).toMatchObject([{ text: 'Noted' }])
})

it('after a command of a workspace that has not installed the app is told that it is not installed', async () => {
  const command = { command: '/agent', team_id: 'T0OTHER', user_id: 'U0DEE', channel_id: 'C0OTHER', trigger_id: '1' }
  const english = await tell({ ...command, text: 'help' })
  expect(await english.json()).toEqual({
    response_type: 'ephemeral',
    text: expect.stringMatching(/^I am not installed/),
  })
  const japanese = await tell({ ...command, text: 'ヘルプ' })
  expect(await japanese.json()).toMatchObject({ text: expect.stringContaining('もう一度追加') })
})

/** As Slack signs what it tells. */
async function tell(form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(form).toString()
  const at = String(Math.floor(Date.now() / 1000))
  const signed = createHmac('sha256', harness.simulator.signingSecret).update(`v0:${at}:${body}`).digest('hex')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': at,
    'x-slack-signature': `v0=${signed}`,
  }
  return fetch(`${harness.url}/slack/events`, { method: 'POST', headers, body })
}
