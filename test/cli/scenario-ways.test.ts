import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { testFolder } from '../../src/cli/scenario-test/index.ts'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'

const agent = {
  agent: {
    displayName: 'Rooms',
    description: '',
    photoUrl: 'https://example.com/rooms.png',
    providerName: 'Example',
    scope: 'private',
  },
  replies: { noAnswer: 'Pardon?' },
  webhooks: [
    {
      name: 'search',
      method: 'POST',
      url: 'https://example.com/search',
      payload: { limit: 3 },
      trigger: { triggerType: 0, condition: 1, conditionValues: ['tell them'] },
    },
  ],
}

const menu = {
  id: 'menu',
  start: [{ match: { exact: 'menu' } }],
  policy: {
    timeout: { after: '1h', goto: 'late' },
    reprompt: { max: 1, goto: 'bye' },
    cancel: { exact: 'stop', goto: 'bye' },
  },
  first: 'ask',
  nodes: {
    ask: {
      say: 'What?',
      options: [
        { text: 'Look', goto: 'look' },
        { text: 'C++', set: { topic: 'c' } },
      ],
      on: [{ match: { partial: 'c' }, goto: 'name' }],
    },
    name: { say: 'Your name?', collect: { state: 'name', goto: 'yes' } },
    yes: {
      say: 'Sure?',
      options: [{ text: 'Yes', goto: 'bye' }],
      select: true,
      timeout: { after: '5m', goto: 'late' },
    },
    look: {
      webhook: 'search',
      save: { free: '$.rooms[0].free' },
      on: [
        { match: { webhook: 'error' }, goto: 'told' },
        { match: { state: 'free', op: 'eq', value: 'true' }, goto: 'told' },
        { else: 'told' },
      ],
    },
    told: { say: 'Looked.', goto: 'bye' },
    late: { say: 'Too late.', end: 'expired' },
    bye: { say: 'Bye.', end: 'completed' },
  },
}
const help = {
  id: 'help',
  start: [{ match: { exact: 'help' } }],
  first: 'which',
  policy: { timeout: { after: '10m', goto: 'gone' } },
  nodes: {
    which: { say: 'With what?', on: [{ match: { any: true }, goto: 'over' }] },
    over: { say: 'So.', end: { jump: 'thanks' } },
    gone: { end: 'expired' },
  },
}
const thanks = {
  id: 'thanks',
  start: [{ match: { exact: 'thanks' } }],
  first: 'say',
  nodes: { say: { say: 'Thank you.', goto: 'end' }, end: { end: 'completed' } },
}

/** The ways that some turns take, each test's on its own. */
async function waysOf(...tests: { stub?: object; turns: object[] }[]) {
  const folder = join(tempFolder(), 'rooms')
  for (const name of ['scenarios', 'tests']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'agent.yaml'), stringify(agent))
  for (const scenario of [menu, help, thanks]) {
    writeFileSync(join(folder, 'scenarios', `${scenario.id}.yaml`), stringify({ version: 1, ...scenario }))
  }
  const written = tests.map((test, i) => ({ test: `${i}`, ...test }))
  writeFileSync(join(folder, 'tests', 'all.yaml'), stringify({ scenario_tests: written }))
  const report = await testFolder(folder, { config: loadConfig({}), generate: false })
  expect(report.tests.flatMap(({ failed }) => failed)).toEqual([])
  return report.tests.map(({ ways }) => ways.map((way) => way.replace('menu: ', '')))
}

it('tells parallel ways apart by how the webhook went and what was saved', async () => {
  const turns = [{ user: 'menu' }, { user: 'look', bot: { ended: 'completed' } }]
  const answering = (reply: object) => ({ stub: { webhooks: { search: reply } }, turns })
  expect(
    await waysOf(
      answering({ fails: 'timeout' }),
      answering({ body: { rooms: [{ free: 'true' }] } }),
      answering({ body: { rooms: [] } }),
    ),
  ).toEqual([
    ['ask "Look" → look', 'look on[0] webhook → told', 'told goto → bye'],
    ['ask "Look" → look', 'look on[1] state → told', 'told goto → bye'],
    ['ask "Look" → look', 'look else → told', 'told goto → bye'],
  ])
})

it('follows an option without a way of its own, what is collected, and each way that time and words open', async () => {
  expect(
    await waysOf(
      {
        turns: [
          { user: 'menu' },
          { user: 'C++', state: { topic: 'c' } },
          { user: 'Ann', state: { name: 'Ann' } },
          { user: 'hm', bot: { node: 'yes', select: true } },
          { user: 'hm', bot: { ended: 'completed' } },
        ],
      },
      {
        turns: [
          { user: 'menu' },
          { user: 'c' },
          { user: 'Ann' },
          { advance: '5m', user: 'Yes', bot: { node: 'late', text: 'Too late.' } },
        ],
      },
      { turns: [{ user: 'menu' }, { advance: '2h', user: 'look', bot: { ended: 'expired' } }] },
      { turns: [{ user: 'menu' }, { user: 'Stop!', bot: { ended: 'completed', scenario: null } }] },
    ),
  ).toEqual([
    ['ask on[0] partial → name', 'name collect → yes', 'policy reprompt → bye'],
    ['ask on[0] partial → name', 'name collect → yes', 'yes timeout → late'],
    ['policy timeout → late'],
    ['policy cancel → bye'],
  ])
})

it('follows scenarios that interrupt, jump and go on again', async () => {
  expect(
    await waysOf(
      {
        turns: [
          { user: 'menu' },
          { user: 'help', bot: { node: 'which', scenario: 'help' } },
          { user: 'all', bot: { node: 'ask', scenario: 'menu', text: 'So.\n\nThank you.\n\nWhat?' } },
          { user: 'stop', bot: { node: 'bye' } },
        ],
      },
      {
        turns: [
          { user: 'menu' },
          { user: 'help' },
          // One expires without a word, and the one beneath it hears the same.
          { advance: '10m', user: 'c', bot: { node: 'name', scenario: 'menu' } },
        ],
      },
    ),
  ).toEqual([
    ['help: which on[0] any → over', 'thanks: say goto → end', 'policy cancel → bye'],
    ['help: policy timeout → gone', 'ask on[0] partial → name'],
  ])
})

it('shows calls of webhooks as their servers would see them, also those that go out afterwards', async () => {
  await waysOf({
    stub: { webhooks: { search: {} } },
    turns: [
      {
        user: 'Tell them!',
        bot: { source: 'fixed', text: 'Pardon?' },
        called: [
          {
            webhook: 'search',
            body: { webhookType: 'user_utterance', utterance: 'Tell them!', userId: 'ann', limit: 3 },
          },
        ],
      },
      { user: 'menu', called: [] },
      { user: 'look', called: [{ webhook: 'search', body: { webhookType: 'function_calling' } }] },
    ],
  })
})
