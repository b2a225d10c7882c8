import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { scenarioSchema } from '../../src/model/scenario.ts'
import { startServer } from '../http/server.ts'
import { minimalAgent } from '../support/agent.ts'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { goTo } from './open-console.ts'

const root = join(import.meta.dirname, '../..')
vi.setConfig({ testTimeout: 60_000 })
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

const desk = {
  ...minimalAgent({
    agent: { scope: 'public' },
    rules: [
      { when: ['opening hours', 'when do you open'], say: 'From nine to five.' },
      { when: ['prices'], say: 'Ten euros.' },
    ],
  }),
  scenarios: [
    scenarioSchema.parse({
      ...{ version: 1, id: 'vouchers', start: [{ match: { exact: 'vouchers please' } }], first: 'end' },
      nodes: { end: { say: 'Here is how.', end: 'completed' } },
    }),
  ],
}

/** A server in which people have asked some things, and its console, signed in. */
async function open(settings: { locale?: string; colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const server = await startServer({
    ...{ consolePage: join(root, 'dist/console-page'), publicUrl: 'http://localhost:3000', agents: { desk } },
  })
  const { locale = 'en', colorScheme = 'light', width = 1280 } = settings
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 800 } })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  for (const uid of ['ann', 'ben', 'cat']) await server.say({ agent_id: 'desk', uid, utterance: 'Can I bring my dog?' })
  await server.say({ agent_id: 'desk', uid: 'ann', utterance: 'gift vouchers' })
  await server.say({ agent_id: 'desk', uid: 'ben', utterance: 'prices' })
  const link = (await server.admin.console.link(server.account, 'cli')).split('#')[1]
  await page.goto(`${server.url}/console/in#${link}`)
  await page.getByRole('button', { name: locale === 'ja' ? 'コンソールを開く' : 'Open the console' }).click()
  await page.getByRole('listitem').getByRole('link').first().waitFor()
  return { ...server, page, wrong }
}

it.skipIf(!browserPath)(
  'what nobody answered becomes a rule by keys alone, and the replay shows what that changes',
  async () => {
    const { page, url, wrong, admin, account, store } = await open()
    const draft = () => admin.drafts.stored('desk', { account, author: 'test', door: 'cli' })
    await goTo(page, 'i', '/improve')
    const dog = page.getByText('Can I bring my dog?')
    await dog.waitFor()
    expect(await findings(page)).toEqual([])
    // The heaviest stands first.
    expect(await page.locator('summary').first().innerText()).toContain('3')
    await page.locator('summary').first().press('Enter')
    await page.getByLabel('What the agent should say').first().fill('Dogs are welcome.')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Make a rule' }).first().press('Enter')
    await page.getByText('A rule stands in the draft.').waitFor()
    expect((await draft()).rules.at(-1)).toMatchObject({ when: ['Can I bring my dog?'], say: 'Dogs are welcome.' })

    await page.locator('summary').nth(1).press('Enter')
    const second = page.locator('details').nth(1)
    await second.getByLabel('A start of the scenario').selectOption('vouchers')
    await second.getByRole('button', { name: 'Add to the scenario' }).press('Enter')
    await second.getByText('The scenario of the draft starts with it.').waitFor()
    await second.getByLabel('A phrase of the rule').selectOption('opening hours')
    await second.getByRole('button', { name: 'Add to the rule' }).press('Enter')
    await second.getByText('The phrase stands in the draft.').waitFor()
    const { rules, scenarios } = await draft()
    expect(rules[0]!.when).toContain('gift vouchers')
    expect(scenarios[0]!.start).toContainEqual({ match: { exact: 'gift vouchers' } })
    await second.getByLabel('What the agent should say').fill('At the till.')
    await second.getByRole('button', { name: 'Add to knowledge' }).press('Enter')
    await second.getByText('The agent knows it from now on').waitFor()

    await page.keyboard.press('Escape')
    await page.locator('h1').click()
    await goTo(page, 'r', '/replay')
    await page.getByRole('button', { name: 'Run again' }).press('Enter')
    await page.getByText('4 answers are different.').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByText('Dogs are welcome.').first().waitFor()
    await page
      .getByRole('button', { name: /Keep the answer to “Can I bring my dog\?” as a test/ })
      .first()
      .press('Enter')
    await page.getByText('Kept in the draft.').waitFor()
    expect((await draft()).tests).toEqual([{ said: 'Can I bring my dog?', says: 'Dogs are welcome.' }])
    await page.goto(`${url}/console/agents/desk/changes`)
    await page.getByText('Of what people said in the last 7 days: 4 answers are different.').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Replay' }).press('Enter')
    await page.getByRole('button', { name: 'Run again' }).press('Enter')
    await page.getByText('1 kept test is as kept.').waitFor()
    await page.getByRole('button', { name: /The same/ }).press('Enter')
    await page.getByText('Ten euros.').waitFor()
    await page.getByLabel('Against').selectOption('live')
    await page.getByRole('button', { name: 'Run again' }).press('Enter')
    await page.getByText('Everything is answered as before.').waitFor()
    expect(await store.db.query.selectFrom('turn').select('id').execute()).toHaveLength(5)
    expect(wrong).toEqual([])
  },
)

it.skipIf(!browserPath)('both read as well in the dark, in Japanese, on a narrow screen', async () => {
  const { page, url } = await open({ locale: 'ja', colorScheme: 'dark', width: 360 })
  await page.goto(`${url}/console/improve`)
  await page.locator('summary').first().click()
  await page.getByLabel('エージェントの答え').first().waitFor()
  expect(await findings(page)).toEqual([])
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.getByRole('link', { name: 'もう一度実行' }).first().click()
  await page.getByRole('button', { name: 'もう一度実行' }).click()
  await page.getByText('すべて以前と同じ答えです。').waitFor()
  expect(await findings(page)).toEqual([])
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})
