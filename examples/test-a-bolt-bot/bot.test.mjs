import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSlackStandIn } from 'parley-agents/testing'
import { createBot } from './bot.mjs'

const slack = createSlackStandIn()
let bot
before(async () => {
  await slack.start()
  bot = createBot({ token: slack.botToken, appToken: slack.appToken, slackApiUrl: `${slack.url}/api/` })
  await bot.start()
})
after(async () => {
  await bot.stop()
  await slack.stop()
})

/** What Ann sees in #general, once it is so. */
async function annSees(isSo) {
  for (;;) {
    const messages = slack.messages('C0GENERAL', { as: 'U0ANN' })
    if (isSo(messages)) return messages
    await sleep(5)
  }
}

test('offers drinks where it is mentioned, and brings what was chosen', async () => {
  const asked = slack.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@parley I am thirsty' })
  const [, offer] = await annSees((messages) => messages.length === 2)
  assert.equal(offer.blocks[0].text.text, 'Tea or coffee?')
  assert.equal(offer.thread_ts, asked)

  await slack.press({ user: 'U0ANN', channel: 'C0GENERAL', ts: offer.ts, block_id: 'drinks', action_id: 'tea' })
  await annSees(([, message]) => message.text === 'Tea is on its way.')
})

test('posts once when Slack says that it was too much', async () => {
  slack.faults.set([{ method: 'chat.postMessage', kind: 'ratelimited', retryAfter: 1, times: 1 }])
  const before = slack.messages('C0GENERAL').length
  slack.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@parley me too' })
  await annSees((messages) => messages.length === before + 2)
  await slack.delivered()
  assert.equal(slack.messages('C0GENERAL').length, before + 2)
})
