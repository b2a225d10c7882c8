import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startServer } from '../http/server.ts'
import { browserPath, openBrowser } from '../support/browser.ts'

const root = join(import.meta.dirname, '../..')
// A browser that starts beside other tests takes its time, and axe reads every page whole.
vi.setConfig({ testTimeout: 60_000 })
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

/** A whole server with some conversations, and its console as it is built. */
async function open(settings: { locale?: string; colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const server = await startServer({ consolePage: join(root, 'dist/console-page'), publicUrl: 'http://localhost:3000' })
  const { locale = 'en', colorScheme = 'light', width = 1280 } = settings
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 800 } })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  const at = (path: string) => server.url + path
  const link = async () =>
    `${at('/console/in')}#${(await server.admin.console.link(server.account, 'cli')).split('#')[1]}`
  return { ...server, context, page, wrong, at, link }
}

const findings = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)

it.skipIf(!browserPath)('is got into by a press, walked by keys, and shows what was asked and why', async () => {
  const { page, say, wrong, link, at } = await open()
  await say({ utterance: 'hello', uid: 'ann' })
  await say({ utterance: 'What about the moon?', uid: 'ben' })

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
  expect(new URL(page.url()).pathname).toMatch(/^\/console\/conversations\/[\w-]+$/)
  expect(await findings(page)).toEqual([])

  await page.keyboard.press('/')
  await page.getByLabel('Outcome').selectOption('rule')
  await expect.poll(() => lines.count()).toBe(1)
  expect(page.url()).toContain('outcome=rule')

  await page.getByRole('link', { name: 'Sessions' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByText('this one').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Nothing of the page was refused by its own policy; that one was not signed in is what the browser tells of a 401.
  expect(wrong.filter((line) => !line.includes('401'))).toEqual([])
})

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
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})
