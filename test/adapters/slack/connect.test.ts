import { expect, it, onTestFinished } from 'vitest'
import { hostsOf } from '../../../adapters/slack/index.ts'
import { channelPlace } from '../../../adapters/slack/places.ts'
import type { Press } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { createHarness, GENERAL, type Way } from './harness.ts'

const users = [
  { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false },
  { id: 'U0DORA', name: 'dora', real_name: 'Dora', is_bot: false, team: 'T0THEIRS' },
]

it.each<Way>(['socket', 'http'])(
  'a press of somebody of another workspace is taken where we are, by %s',
  async (way) => {
    const harness = await createHarness(way, { simulator: { users } })
    onTestFinished(() => harness.close())
    const { slack, simulator } = harness
    const pressed: Press[] = []
    await slack.start(inboxWith({ press: async (press) => void pressed.push(press) }))
    const place = channelPlace('T0PARLEY', GENERAL)
    const part = { text: 'Which?', quickReplies: { id: 'r1', options: ['Yes', 'No'] } }
    const posted = await harness.channel.post(place, part, 'k1', AbortSignal.timeout(5000))
    expect(posted).toMatchObject({ ok: expect.any(String) })
    const [message] = simulator.messages(GENERAL)
    const press = { channel: GENERAL, ts: message!.ts, block_id: 'q1:r1' }
    await simulator.press({ user: 'U0DORA', ...press, action_id: 'q:1' })
    expect(simulator.deliveries.at(-1)!.payload['team']).toMatchObject({ id: 'T0THEIRS' })
    expect(pressed).toMatchObject([
      {
        installation: 'T0PARLEY',
        author: { uid: 'slack_T0THEIRS_U0DORA' },
        place: `slack:T0PARLEY:${GENERAL}:${message!.ts}`,
        replyId: 'r1',
        index: 1,
      },
    ])
  },
)

it('takes files and answers of GovSlack from its own domain alone', () => {
  expect(hostsOf('https://slack-gov.com/api/')).toEqual({
    fileHosts: ['https://files.slack-gov.com', 'https://slack-gov.com'],
    responseHosts: ['https://hooks.slack-gov.com', 'https://slack-gov.com'],
  })
  expect(hostsOf('https://slack.com/api/').fileHosts).toEqual(['https://files.slack.com', 'https://slack.com'])
})
