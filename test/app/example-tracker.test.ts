import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { root, startTrackerExample } from '../support/tracker-example.ts'

it('the example that files issues does so once somebody has agreed, says what is open, and hands over', async () => {
  const { cwd, env: ofModel, issues } = await startTrackerExample(onTestFinished)
  const slack = createSlackSimulator({ limits: { enforceRates: false } })
  await slack.start()
  onTestFinished(() => slack.stop())
  const env = {
    ...{ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: `${slack.url}/api/` },
    ...{ PARLEY_DATA: tempFolder(onTestFinished), PARLEY_PLAYGROUND: 'off' },
    ...ofModel,
  }
  const parley = await startProcess(env, { cwd, bin: join(root, 'bin/parley.mjs') })
  onTestFinished(() => parley.kill())

  const channel = 'D0ANN'
  const ours = () => slack.messages(channel, { as: 'U0ANN' }).filter(({ user }) => user === 'U0PARLEY')
  const say = (text: string) => slack.say({ user: 'U0ANN', channel, text })
  const told = () => ours().map(textOf).join('\n')
  type Actions = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }
  const buttons = (label: string) =>
    ours().flatMap(({ ts, blocks }) =>
      ((blocks ?? []) as Actions[]).flatMap(({ block_id, elements = [] }) =>
        elements.filter(({ text }) => text?.text === label).map(({ action_id }) => ({ ts, block_id, action_id })),
      ),
    )

  say('the printer is on fire, third floor')
  await expect.poll(() => buttons('Approve').length).toBe(1)
  expect(told()).toContain('The printer is on fire')
  expect(await issues()).toEqual([])
  await slack.press({ user: 'U0ANN', channel, ...buttons('Approve')[0]! })
  await expect.poll(told).toContain('The tracker says {"filed":1')
  expect(await issues()).toMatchObject([{ number: 1, title: 'The printer is on fire', details: 'Third floor' }])

  // What the schedule of its first lines asks each morning.
  say('Which issues are open?')
  await expect.poll(told).toMatch(/The tracker says \{"open":\[\{"number":1/)
  expect(await issues()).toHaveLength(1)

  say('a human, please')
  await expect.poll(() => buttons('Yes, pass it on').length).toBe(1)
  expect(slack.messages('C0GENERAL')).toEqual([])
  await slack.press({ user: 'U0ANN', channel, ...buttons('Yes, pass it on')[0]! })
  await expect
    .poll(() =>
      slack
        .messages('C0GENERAL')
        .map((one) => JSON.stringify(one))
        .join(),
    )
    .toContain('Take')
})
