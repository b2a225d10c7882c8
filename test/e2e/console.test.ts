import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createState } from '../../src/app/state.ts'
import type { WireCall } from '../../src/model/wire.ts'
import { turnIndex } from '../../src/store/turn-seen/index-turns.ts'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { openDatabase } from '../support/database.ts'
import { some } from '../support/extent.ts'
import { handingOver, heard, waiting } from '../support/handing-over.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { builtConsole, type ConsoleSettings, enterConsole, goTo, openConsole, settled, shot } from './open-console.ts'

// A browser that starts beside other tests takes its time, and axe reads every page whole.
vi.setConfig({ testTimeout: 60_000 })
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

const open = (settings?: ConsoleSettings) => openConsole(browser, settings)
const shownBy = (what: WireCall['do'], at: number, more: Partial<WireCall> = {}): WireCall => ({
  ...{ do: what, n: 0, at, waited: at > 0 ? 300 : 0, ms: 120, end: 'ok' },
  ...more,
})

it.skipIf(!browserPath)('is got into by a press, walked by keys, and shows what was asked and why', async () => {
  const { page, say, wrong, link, at, store } = await open()
  await say({ utterance: 'hello', uid: 'ann' })
  await say({ utterance: 'What about the moon?', uid: 'ben' })
  // As if it had been shown in a chat.
  const wire = { calls: [shownBy('open', 0), shownBy('edit', 800, { end: 'limited', retryMs: 2000 })], leftOut: 3 }
  await store.db.query
    .updateTable('turn')
    .set({ wire: JSON.stringify(wire) })
    .execute()

  const markup = { text: 'Hello **there**' }
  await store.db.query.updateTable('memory').set(markup).where('text', '=', 'Hello there').execute()

  await page.goto(at('/console'))
  await page.getByText('You are not signed in').waitFor()
  expect(await findings(page)).toEqual([])

  await page.goto(await link())
  const button = page.getByRole('button', { name: 'Open the console' })
  await button.waitFor()
  expect(await findings(page)).toEqual([])
  await button.press('Enter')

  const lines = page.getByRole('listitem').getByRole('link')
  await expect.poll(() => lines.count()).toBe(2)
  expect(await findings(page)).toEqual([])
  // The newest stands first; j goes to it, and on to the one before.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('Hello there', { exact: true }).waitFor()
  expect(await page.locator('strong', { hasText: /^there$/ }).count()).toBe(1)
  expect(new URL(page.url()).pathname).toMatch(/^\/console\/conversations\/[\w-]+$/)
  await page.getByText('How it was shown').waitFor()
  await page.getByText('120 ms · waited 0.30 s for room in the limits · limited: again after 2.0 s').waitFor()
  await page.getByText('3 calls in the middle are left out.').waitFor()
  await shot(page, 'wire')
  expect(await findings(page)).toEqual([])

  await page.keyboard.press('/')
  await page.getByLabel('Outcome').selectOption('rule')
  await expect.poll(() => lines.count()).toBe(1)
  expect(page.url()).toContain('outcome=rule')

  // What was said is found by its words, once the index has them.
  const index = turnIndex(store.db, () => Date.now() + 60_000)
  while (await index.step()) {}
  await page.getByLabel('Outcome').selectOption('')
  await page.getByLabel('Words that were said').fill('moon')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('words=moon')
  await expect.poll(() => lines.allInnerTexts()).toEqual([expect.stringContaining('ben')])
  expect(await findings(page)).toEqual([])

  await page.getByRole('link', { name: 'Sessions' }).focus()
  await goTo(page, 's', '/sessions')
  await page.getByText('this one').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Nothing of the page was refused by its own policy; that one was not signed in is what the browser tells of a 401.
  expect(wrong.filter((line) => !line.includes('401'))).toEqual([])
})

it.skipIf(!browserPath)(
  'is left by whoever does nothing for half a day, though its window looks again and again',
  async () => {
    const clock = { at: Date.now() }
    const { page, say, at } = await enterConsole(browser, { now: () => clock.at })
    await say({ utterance: 'hello', uid: 'ann' })
    // The page’s own clock: it looks again by itself every fifteen seconds.
    await page.clock.install()
    const listens = page.waitForResponse((response) => response.url().endsWith('/console/api/live'))
    await page.goto(at('/console/health'))
    await listens
    await page.getByText('Everything works.').waitFor()
    const halfADay = 43_200_000
    /** The page looks once more; what the server told. */
    const looksAgain = async () => {
      const looked = page.waitForResponse((response) => response.url().endsWith('/v1/state'))
      await page.clock.runFor(15_000)
      return (await looked).status()
    }
    expect(await looksAgain()).toBe(200)

    // Whoever does something stays, by the next that the page asks.
    clock.at += halfADay / 2
    await page.keyboard.press('Shift')
    expect(await looksAgain()).toBe(200)
    clock.at += halfADay - 1
    expect(await looksAgain()).toBe(200)
    clock.at += 2
    expect(await looksAgain()).toBe(401)
    await page.getByText('You are not signed in').waitFor()
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  },
)

it.skipIf(!browserPath)(
  'the page of health hears what changes, and looks by itself where nobody tells it',
  async () => {
    for (const isCut of [false, true]) {
      let degraded: { what: string; why: string }[] = []
      const state = createState({
        ...{ db: await openDatabase(tempFolder()), dataFolder: tempFolder(), now: Date.now, checks: {} },
        ...{ degraded: async () => degraded, breakers: () => [], running: () => 0 },
        ...{ processes: async () => [], warnings: () => [] },
      })
      const { page, at, wrong } = await enterConsole(browser, {
        parts: { state, standing: async () => JSON.stringify(degraded) },
      })
      if (isCut) await page.route('**/console/api/live', (route) => route.abort())
      await page.clock.install()
      await page.goto(at('/console/health'))
      await page.getByText('Everything works.').waitFor()
      await page.clock.pauseAt(Date.now() + 1000)

      degraded = [{ what: 'slack', why: 'It is away.' }]
      // By the page’s own clock: sooner than it looks at its figures, or as soon as it looks without being told.
      let passed = 0
      const shown = async () => {
        const step = isCut ? 500 : 100
        await page.clock.runFor(step)
        passed += step
        return page.getByText('It is away.').isVisible()
      }
      await expect.poll(shown, { timeout: 40_000, interval: 400 }).toBe(true)
      if (!isCut) expect(passed).toBeLessThan(15_000)
      await shot(page, `health-${isCut ? 'cut' : 'told'}`)
      expect(wrong.filter((line) => !/401|ERR_FAILED/.test(line))).toEqual([])
    }
  },
)

it.skipIf(!browserPath)('reads as well in the dark, in Japanese, on a narrow screen', async () => {
  const { page, say, link } = await open({ locale: 'ja', colorScheme: 'dark', width: 360 })
  await say({ utterance: 'hello', uid: 'ann' })
  await page.goto(await link())
  await page.getByRole('button', { name: 'コンソールを開く' }).click()
  await page.getByRole('listitem').getByRole('link').first().click()
  await page.getByText('そう答えた理由').first().waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: '一覧に戻る' }).click()
  await page.getByRole('listitem').getByRole('link').first().waitFor()
  expect(await findings(page)).toEqual([])
  // Nothing sticks out to the side.
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})

it.skipIf(!browserPath)(
  'shows what was used, how everything is, and who may do what, on pages that are loaded when they are opened',
  async () => {
    const { page, say, link, at, admin, account, store, wrong } = await open()
    await say({ utterance: 'hello', uid: 'ann' })
    const place = { platform: 'slack', installation: 'T1', place: 'slack:T1:C1' }
    await store.refusedCalls.keep({ ...place, call: 'edit', code: 'gone', detail: 'message_not_found' })
    await admin.budgets.set(
      { scope: 'account', subject: '', unit: 'tokens', period: 'day', most: 1000 },
      { account, author: 'cli', door: 'cli' },
    )
    await page.goto(await link())
    await page.getByRole('button', { name: 'Open the console' }).click()

    const index = turnIndex(store.db, () => Date.now() + 60_000)
    while (await index.step()) {}
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByText('the last answer').first().waitFor()
    await page.getByRole('row', { name: 'ann 1 0' }).waitFor()
    await shot(page, 'usage')
    await page.getByRole('img', { name: 'Answers a day' }).waitFor()
    await expect.poll(() => page.getByRole('row', { name: 'guide 1' }).count()).toBe(1)
    await page.getByRole('meter').waitFor()
    expect(await findings(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const csv = await saved
    expect(csv.suggestedFilename()).toMatch(/^parley-usage-.*\.csv$/)
    const lines = readFileSync(await csv.path(), 'utf8').split('\r\n')
    expect(lines[0]).toMatch(/^"kind","day","agent"/)
    expect(lines.find((line) => line.startsWith('"person"'))).toContain('"ann","1"')
    await page.getByLabel('Which').fill('guide')
    await page.getByLabel('At most').fill('5000')
    await page.getByLabel('Of what').selectOption('tokens')
    await page.getByRole('button', { name: 'Try it on this month' }).click()
    await page.getByText('Nobody would have met the limit.').waitFor()
    await page.getByRole('button', { name: 'Set the limit' }).press('Enter')
    await expect.poll(() => page.getByRole('meter').count()).toBe(2)
    await shot(page, 'limits')
    const take = page.getByRole('button', { name: 'Take away the limit: guide, tokens a day' })
    await take.click()
    await take.click()
    await expect.poll(() => page.getByRole('meter').count()).toBe(1)

    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByText('Everything works.').waitFor()
    await page.getByText('here/1 (the one that was asked): holds 2 conversations').waitFor()
    await page.getByText('slack edit in slack:T1:C1: gone (message_not_found)').waitFor()
    await page.getByText('Warning: a place refuses answers (not_in_channel)').waitFor()
    await page.getByRole('button', { name: 'Look now' }).press('Enter')
    await page.getByText('To be mended: disk: Make room.').waitFor()
    await shot(page, 'health')
    expect(await findings(page)).toEqual([])

    await goTo(page, 't', '/trust')
    await page.getByRole('heading', { name: 'Where data goes' }).waitFor()
    await page.getByRole('cell', { name: '30 days' }).first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Uid').fill('ann')
    const kept = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await kept).suggestedFilename()).toBe('parley-person.json')
    await page.getByText('one agent keeps something of them').waitFor()
    await page.getByRole('button', { name: 'Forget everything of ann' }).click()
    await page.getByRole('button', { name: 'Forget everything of ann' }).click()
    await page.getByText(/^Forgotten: \d+ rows/).waitFor()
    await shot(page, 'trust')

    await goTo(page, 'p', '/people')
    await page.getByRole('heading', { name: 'The log of changes' }).waitFor()
    // What cannot be taken back asks once more.
    const revoke = page.getByRole('button', { name: /^Revoke the key/ })
    await revoke.first().waitFor()
    const keys = await revoke.count()
    await revoke.first().click()
    await page.getByText('Press again').waitFor()
    await revoke.first().click()
    await expect.poll(() => revoke.count()).toBe(keys - 1)
    await page.getByText('Nobody has linked their accounts').waitFor()
    const [first, second] = ['slack_T0AB_U0ANN', 'discord_1200000000000000010']
    const { personLinks } = admin
    const code = await personLinks.offer(account, { uid: first!, name: null })
    const { hash } = await personLinks.offered(account, code, second!)
    await personLinks.tell(account, hash, { uid: second!, name: null })
    const actor = { account, author: first!, door: 'slack' }
    await personLinks.join((await personLinks.shown(account, first!))!, actor)
    await page.reload()
    const part = page.getByRole('button', { name: `Part ${second} from ${first}` })
    await part.click()
    await part.click()
    await page.getByText('Nobody has linked their accounts').waitFor()
    expect(await personLinks.list(account, { limit: 2 })).toEqual([])
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('Nobody has changed it').waitFor()
    expect(await findings(page)).toEqual([])

    await page.goto(at('/console/people'))
    await page.getByRole('heading', { name: 'The log of changes' }).waitFor()
    expect(wrong.filter((line) => !line.includes('401'))).toEqual([])
  },
)

it.skipIf(!browserPath).each(
  some(
    [
      {
        ...{ locale: 'ja', notation: /^\d{4}\/\d{2}\/\d{2}$/ },
        signedIn: 'コンソールにサインイン ターミナル がコンソールにサインイン',
        headings: ['利用状況', '稼働状況', '人とキー', '信頼', '引き継ぎ'],
      },
      {
        ...{ locale: 'en', notation: /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/ },
        signedIn: 'Signed in to the console cli signed in to the console',
        headings: ['Usage', 'Health', 'People and keys', 'Trust', 'Hand-overs'],
      },
    ],
    1,
  ),
)('so are these in the dark, on a narrow screen: $locale', async ({ locale, headings, notation, signedIn }) => {
  const { page, say, at } = await enterConsole(browser, { locale, colorScheme: 'dark', width: 360 })
  await say({ utterance: 'hello', uid: 'ann' })
  for (const [n, path] of ['usage', 'health', 'people', 'trust', 'handovers'].entries()) {
    await page.goto(at(`/console/${path}`))
    await page.getByRole('heading', { level: 1, name: headings[n]! }).waitFor()
    await settled(page)
    expect([path, await findings(page)]).toEqual([path, []])
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
    const dates = await datesIn(page)
    expect([path, dates.filter((date) => !notation.test(date))]).toEqual([path, []])
    if (path === 'people') {
      expect(dates.length).toBeGreaterThan(0)
      await page.getByRole('cell', { name: signedIn }).waitFor()
    }
  }
})

/** Whatever on a page is a date, in any notation; an id of digits is none. */
const datesIn = async (page: Page): Promise<string[]> =>
  (await page.getByRole('main').innerText()).match(
    /(?<![\w-])(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?!\w)|[A-Z][a-z]{2,8} \d{1,2},? \d{4}|\d{1,2}\/\d{1,2}\/\d{4})/g,
  ) ?? []

/** How many lines each cell of the last table takes that is not the last of its row. */
const linesOfCells = `[...[...document.querySelectorAll('table')].at(-1).querySelectorAll('td:not(:last-child)')].map((cell) => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
})`

/** Where the cell ends that sticks out most. */
const rightmost = `Math.max(...[...document.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().right))`

it.skipIf(!browserPath)(
  'the log of changes fits into its window, however long a change is and whoever made it',
  async () => {
    for (const width of [1280, 360]) {
      const { page, admin, account, at } = await enterConsole(browser, { width })
      const displayName = 'A guide to the house'
      const rules = Array.from({ length: 25 }, (_, i) => ({ when: [`${'word'.repeat(12)} ${i}`], say: 'Yes.' }))
      const author = `slack_T0AB_U${'0'.repeat(60)}BEN`
      await admin.drafts.change(
        'guide',
        { account, author, door: 'console' },
        { action: 'agent.edit' },
        (document) => ({
          ...document,
          agent: { ...document.agent, displayName },
          rules: [...document.rules, ...rules],
        }),
      )
      await page.goto(at('/console/people'))
      const row = page.getByRole('row').filter({ hasText: 'displayName' })
      await row.waitFor()
      expect([width, await findings(page)]).toEqual([width, []])
      expect(await page.evaluate(rightmost)).toBeLessThanOrEqual(width)
      // When and who stand on one line each.
      expect(new Set(await page.evaluate<number[]>(linesOfCells))).toEqual(new Set([1]))
      // Its end is there for whoever opens it.
      const rest = row.locator('details[open]', { hasText: /rules: \d+ more$/ })
      expect(await rest.count()).toBe(0)
      await row.locator('summary').press('Enter')
      await rest.waitFor()
      await shot(page, `log-${width}`)
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(rightmost)).toBeLessThanOrEqual(width)
    }
  },
)

it('loads at most 250 KB of script with its first page, packed', () => {
  const html = readFileSync(join(builtConsole, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/console\/([^"]+\.js)"/g)].map(([, path]) => path!)
  expect(scripts.length).toBeGreaterThan(0)
  // The parts that developers use are twice as large, and would be measured in vain.
  const all = readdirSync(join(builtConsole, 'assets')).filter((name) => name.endsWith('.js'))
  const read = (path: string) => readFileSync(join(builtConsole, path))
  expect(all.filter((name) => read(`assets/${name}`).includes('jsxDEV'))).toEqual([])
  const packed = scripts.map((path) => gzipSync(read(path)).length)
  expect(packed.reduce((sum, one) => sum + one, 0)).toBeLessThan(250_000)
})

it.skipIf(!browserPath)(
  'a conversation that is handed over is taken and answered at the desk of the console',
  async () => {
    const console = { url: 'http://localhost:3000', idleMs: 43_200_000, maxMs: 604_800_000 }
    const world = await handingOver('Slack', 'Teams', {}, { connecting: { console } })
    await waiting(world)
    const { house, here } = world
    const { admin, store, handovers } = house
    const desk = { act: handovers.handOver, say: handovers.say }
    const { page, wrong } = await enterConsole(browser, {
      house: { admin, store, now: world.clock.now, handovers: desk },
    })
    await goTo(page, 'o', '/handovers')
    await page.getByRole('link', { name: /waits/ }).click()
    await page.getByText('what is the weather like').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Your name, as they read it').fill('Ben')
    await page.getByRole('button', { name: 'Take' }).click()
    await page.getByLabel('What you say to them').fill('Take an umbrella.')
    await page.getByRole('button', { name: 'Send' }).click()
    await heard(here, 'Take an umbrella.')
    await here.tell('ann', 'thank you, Ben')
    await page.getByText('thank you, Ben').waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'handovers')
    await page.getByRole('button', { name: 'Solved' }).click()
    await page.getByRole('link', { name: /solved/ }).waitFor()
    expect(wrong).toEqual([])
  },
)
