import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { orderKey } from '../../src/model/key.ts'
import type { Webhook } from '../../src/model/webhook.ts'
import { guide } from '../http/server.ts'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { some } from '../support/extent.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { enterConsole, roomScenario, settled, shot, unexpected } from './open-console.ts'

vi.setConfig({ testTimeout: 120_000 })
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

const tell: Webhook = {
  ...{ name: 'tell', method: 'POST', url: 'https://example.com/tell' },
  trigger: { triggerType: 1, condition: 0 },
}
const rules = [
  ...guide.rules,
  { when: ['when do you open', 'opening hours'], say: 'We open at nine.' },
  { when: ['where are you'], say: ['In Rose Street.', 'Rose Street 4.'], options: ['Show the map'] },
]
const agents = { guide: { ...guide, rules, webhooks: [tell], scenarios: [roomScenario] } }

it.skipIf(!browserPath)('rules are found, tried against a sentence, added, changed and removed', async () => {
  const { page, wrong, admin, ben, at } = await enterConsole(browser, { agents })
  await page.goto(at('/console/agents/guide/rules'))
  await page.getByText('when do you open · opening hours').waitFor()
  expect(await findings(page)).toEqual([])

  await page.getByLabel('Which rule would this sentence meet?').fill('when do you open?')
  await page.getByRole('meter', { name: 'when do you open' }).waitFor()
  await shot(page, 'rules')
  expect(await findings(page)).toEqual([])
  await page.getByLabel('Which rule would this sentence meet?').fill('purple elephants')
  await page.getByText(/No rule is (like it|alike enough)/).waitFor()

  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('When somebody says').fill('do you have wifi\nwifi')
  await page.getByLabel('It says', { exact: false }).fill('Yes: guests.')
  await page.getByLabel('Buttons').fill('The password')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save to the draft' }).click()
  await page.getByText('do you have wifi · wifi').waitFor()

  await page.getByRole('button', { name: 'Edit the rule “where are you”' }).click()
  await page.getByLabel('When somebody says').fill('where are you\nyour address')
  await page.getByRole('button', { name: 'Save to the draft' }).click()
  await page.getByText('where are you · your address').waitFor()
  const remove = page.getByRole('button', { name: 'Remove the rule “hello”' })
  await remove.click()
  await remove.click()
  await expect.poll(() => remove.count()).toBe(0)
  const { document } = await admin.drafts.current('guide', ben)
  expect(document.rules).toEqual([
    rules[1],
    { when: ['where are you', 'your address'], say: ['In Rose Street.', 'Rose Street 4.'], options: ['Show the map'] },
    { when: ['do you have wifi', 'wifi'], say: 'Yes: guests.', options: ['The password'] },
  ])
  await page.getByLabel('Find').fill('address')
  await page.getByText('1 rule', { exact: true }).waitFor()
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath)('knowledge is read from a file, searched with scores, and forgotten', async () => {
  const { page, wrong, at, admin, ben } = await enterConsole(browser, { agents })
  await page.goto(at('/console/agents/guide/knowledge'))
  await page.getByText('It has read nothing yet.').waitFor()
  await page.getByLabel('Have it read files').setInputFiles({
    ...{ name: 'hours.md', mimeType: 'text/markdown' },
    buffer: Buffer.from('# Hours\n\nThe library opens at nine and closes at six.'),
  })
  await page.getByText('It has read hours.md: 1 passage.').waitFor()
  await page.getByLabel('Which passage answers this?').fill('When does the library open?')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('The library opens at nine', { exact: false }).waitFor()
  await page.getByRole('meter', { name: 'hours.md' }).waitFor()
  await shot(page, 'knowledge')
  expect(await findings(page)).toEqual([])
  const forget = page.getByRole('button', { name: 'Have it forget hours.md' })
  await forget.click()
  await forget.click()
  await page.getByText('It has read nothing yet.').waitFor()
  expect(await admin.knowledge.list('guide', ben)).toEqual([])
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath)('who is not asked any more is seen, and asked again', async () => {
  const { page, wrong, store, account, at } = await enterConsole(browser, { agents })
  const given_by = 'slack_T0ACME_U0ANN'
  const row = { key: orderKey(account, 'guide', given_by), tool: 'desk_create', place: 'slack:T0ACME:C0GENERAL' }
  await store.db.batch([store.standingApprovals.putStep({ ...row, pin: 'pin', given_by })])
  await page.goto(at('/console/agents/guide/calls'))
  await page.getByRole('heading', { name: 'Not asked any more' }).waitFor()
  await page.getByText(row.place).waitFor()
  expect(await findings(page)).toEqual([])
  const again = page.getByRole('button', { name: `Ask again: desk_create, ${given_by}` })
  await again.click()
  await again.click()
  await expect.poll(() => again.count()).toBe(0)
  expect(await store.standingApprovals.ofAgent('guide')).toEqual([])
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath)('a schedule is added in words, run now, paused, let go on and removed', async () => {
  const opened = await enterConsole(browser, { agents, timezoneId: 'Asia/Tokyo' })
  const { page, wrong, store, account, at, request, managementKey } = opened
  await install(store, 'slack', 'T0ACME')
  const place = 'slack:T0ACME:C0GENERAL'
  await page.goto(at('/console/agents/guide/schedules'))
  await page.getByText('It is asked nothing by itself.').waitFor()
  const form = page.getByRole('form', { name: 'A new schedule' })
  await form.getByLabel('What it is asked').fill('What is due this week?')
  await form.getByLabel('When, in words').fill('some day')
  await page.getByText('That says no time yet.').waitFor()
  await form.getByLabel('When, in words').fill('every Monday at 9')
  // The clock is the browser's, and three Mondays are told by it.
  await expect.poll(() => form.getByRole('status').innerText()).toMatch(/^It would come (Mon, .* 9:00 AM( · )?){3}$/)
  await form.getByLabel('Answered in').fill(place)
  expect(await findings(page)).toEqual([])
  const add = form.getByRole('button', { name: 'Add the schedule' })
  // The agent does not answer there yet.
  await add.press('Enter')
  await form.getByRole('alert').waitFor()
  await request('PUT', `/v1/bindings/${place}`, { agent: 'guide' }, { 'x-api-key': managementKey })
  await add.press('Enter')
  await page.getByRole('cell', { name: '0 9 * * 1 Asia/Tokyo' }).waitFor()
  expect(await findings(page)).toEqual([])
  await shot(page, 'schedules')
  const kept = async () => (await store.timers.schedules('guide', account)).map(({ state, rule }) => [state, rule])

  await page.getByRole('button', { name: 'Ask now: What is due this week?' }).press('Enter')
  await page.getByText('It is asked now.').waitFor()
  await page.getByRole('button', { name: 'Pause: What is due this week?' }).press('Enter')
  await page.getByRole('cell', { name: 'held back' }).waitFor()
  await page.getByRole('button', { name: 'Go on: What is due this week?' }).press('Enter')
  await page.getByRole('button', { name: 'Pause: What is due this week?' }).waitFor()
  await page.getByRole('button', { name: 'Edit: What is due this week?' }).press('Enter')
  const edit = page.getByRole('form', { name: 'Edit: What is due this week?' })
  await edit.getByLabel('When, in words').fill('every day at 7')
  await expect.poll(() => edit.getByRole('status').innerText()).toMatch(/7:00 AM/)
  expect(await findings(page)).toEqual([])
  await shot(page, 'schedules-edit')
  await edit.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('cell', { name: '0 7 * * * Asia/Tokyo' }).waitFor()
  const remove = page.getByRole('button', { name: 'Remove: What is due this week?' })
  await remove.press('Enter')
  expect((await kept()).length).toBeGreaterThan(0)
  await remove.press('Enter')
  await page.getByText('It is asked nothing by itself.').waitFor()
  expect(unexpected(wrong).filter((line) => !line.includes('404'))).toEqual([])
})

it.skipIf(!browserPath)('calls that were given up are seen and sent again', async () => {
  const { page, wrong, at, store } = await enterConsole(browser, { agents })
  const { outbox, db } = store
  const event = {
    ...{ webhookType: 'agent_response' as const, agentId: 'guide', userId: 'ann', utterance: 'private words' },
    ...{ state: {}, history: '' },
  }
  const call = { id: 'm1', agent: 'guide', version: 1, webhook: 'tell', event }
  await db.batch(outbox.addSteps('default', undefined, [call]))
  const [next] = await outbox.waiting({ agent: 'guide', webhook: 'tell' }, 1)
  await outbox.bury((await outbox.claim(next!, 60_000, 4))!, 'status 500')
  await page.goto(at('/console/agents/guide/calls'))
  await page.getByRole('cell', { name: 'given up status 500' }).waitFor()
  await shot(page, 'calls')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect.poll(async () => (await outbox.waiting({ agent: 'guide', webhook: 'tell' }, 1)).length).toBe(1)
  await page.getByRole('cell', { name: 'waits' }).waitFor()
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath)('a scenario is drawn, and a change on the drawing touches no line but its own', async () => {
  const { page, wrong, at, admin, ben, say } = await enterConsole(browser, { agents })
  for (const uid of ['ann', 'ben']) {
    for (const utterance of ['I need a room', 'The red one']) await say({ uid, utterance })
  }
  await say({ uid: 'ann', utterance: 'The blue one' })
  await page.goto(at('/console/agents/guide/scenarios'))
  // Where people went stands on the arrows.
  await page.getByText('The red one · 2×', { exact: true }).waitFor()
  await page.getByText('The blue one · 1×', { exact: true }).waitFor()
  await page.getByText(/in the last seven days, in 3 answers\.$/).waitFor()
  const node = (name: string) => page.getByRole('group', { name: `Node ${name}` })
  await node('which').getByText('The red one').waitFor()
  // It was laid out beside the page, by a file of its own.
  expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
    expect.stringMatching(/^\/console\/assets\/layout-worker-[\w-]+\.js$/),
  ])
  await page.getByText('The checker finds nothing.').waitFor()
  expect(await findings(page)).toEqual([])
  await shot(page, 'scenarios')

  // By the keyboard, too.
  await node('done').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('It says').fill('The blue one is yours.')
  await page.getByLabel('It says').blur()
  await node('done').getByText('The blue one is yours.').waitFor()
  await page.getByLabel('A new node is called').fill('bye')
  await page.getByRole('button', { name: 'Add it' }).click()
  await node('bye').waitFor()
  await node('which').click()
  await page.getByRole('button', { name: 'Add a button' }).click()
  const button = page.getByRole('textbox', { name: 'Button' }).last()
  // What leads away there is something new now.
  await expect.poll(() => page.getByText('The red one · 2×', { exact: true }).count()).toBe(0)
  await button.fill('Neither')
  await button.blur()
  await page.getByLabel('leads to').last().selectOption('bye')
  await node('which').getByText('Neither').waitFor()

  await node('full').click()
  const remove = page.getByRole('button', { name: 'Remove the node full' })
  await remove.click()
  await remove.click()
  // What leads to nowhere is found, and shown where it is.
  await node('which').getByRole('img', { name: 'Wrong:' }).waitFor()
  await shot(page, 'scenarios-wrong')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo on the drawing' }).click()
  await page.getByText('The checker finds nothing.').waitFor()
  await page.getByRole('button', { name: 'Show its YAML' }).click()
  await page.locator('[data-editor="scenarios/room.yaml"] .cm-content').waitFor()
  await page.getByRole('button', { name: 'Save to the draft' }).click()
  await page.getByText('Saved to the draft.').waitFor()

  const { patch } = await admin.drafts.diff('guide', ben)
  expect(patch.split('\n').filter((line) => /^[+-] /.test(line))).toEqual([
    ...['+      - text: Neither', '+        goto: bye'],
    ...['-    say: It is yours.', '+    say: The blue one is yours.'],
    ...['+  bye:', '+    say: What is said here', '+    end: completed'],
  ])
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath).each(
  some(
    [
      {
        ...{ locale: 'en', width: 1280, none: 'The red one · no test', some: 'The blue one · 2 tests' },
        ...{ summary: 'The 3 ways in words: 2 without a test', row: 'which The red one full 0 no test' },
        told: 'Played with the draft: 2 conversations of tests/ and 0 kept answers. 1 does not go as expected:',
        failed: 'Turn 2: bot.text should be "It is gone.", and is "It is yours."',
      },
      {
        ...{ locale: 'ja', width: 360, none: 'The red one · テストなし', some: 'The blue one · テスト 2 件' },
        ...{ summary: '3 本の道を言葉で: テストなし 2 本', row: 'which The red one full 0 テストなし' },
        told: 'tests/ の会話 2 件と残した答え 0 件を、下書きで動かしました。そのうち 1 件が期待どおりではありません。',
        failed: '2 番目の発言: bot.text は "It is gone." のはずですが、"It is yours." です',
      },
    ],
    1,
  ),
)('the arrows say how many tests take them, and which none does: $locale', async (expected) => {
  const { locale, width } = expected
  const configFolder = tempFolder()
  const folder = join(configFolder, 'agents/guide/tests')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '../agent.yaml'), '')
  const blue = (says: string) => ({
    test: `the blue one: ${says}`,
    turns: [{ user: 'a room' }, { user: 'The blue one', bot: { text: says } }],
  })
  writeFileSync(join(folder, 'room.yaml'), stringify({ scenario_tests: [blue('It is yours.'), blue('It is gone.')] }))
  const { page, wrong, at } = await enterConsole(browser, { agents, configFolder, locale, width })
  await page.goto(at('/console/agents/guide/scenarios'))
  await page.getByText(expected.some, { exact: true }).waitFor()
  await page.getByText(expected.none, { exact: true }).waitFor()
  await page.getByText(expected.told, { exact: true }).waitFor()
  await page.getByText(expected.failed, { exact: true }).waitFor()
  await shot(page, `${locale}-scenario-tests`)
  // The same in words.
  await page.getByText(expected.summary, { exact: true }).click()
  await page.getByRole('row', { name: expected.row }).waitFor()
  await page.getByRole('row', { name: expected.row }).scrollIntoViewIfNeeded()
  await shot(page, `${locale}-scenario-ways`)
  await settled(page)
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath).each(
  some(
    [
      {
        locale: 'ja',
        texts: [
          'ルール 3 件',
          'まだ何も読んでいません',
          'ツールはありません',
          '自動で尋ねること',
          'ノードを選ぶと編集できます',
        ],
      },
      {
        locale: 'en',
        texts: ['3 rules', 'It has read nothing yet.', 'no tools', 'asked nothing by itself', 'Choose a node'],
      },
    ],
    1,
  ),
)('so are these in the dark, on a narrow screen: $locale', async ({ locale, texts }) => {
  const { page, at } = await enterConsole(browser, { agents, locale, colorScheme: 'dark', width: 360 })
  for (const [n, path] of ['rules', 'knowledge', 'calls', 'schedules', 'scenarios'].entries()) {
    await page.goto(at(`/console/agents/guide/${path}`))
    await page.getByText(texts[n]!).first().waitFor()
    await settled(page)
    await shot(page, `${locale}-${path}`)
    expect([path, await findings(page)]).toEqual([path, []])
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
  }
})
