import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../http/server.ts'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { tempFolder } from '../support/temp-folder.ts'

const root = join(import.meta.dirname, '../..')
let browser: Awaited<ReturnType<typeof openBrowser>>
const folder = tempFolder(afterAll)

beforeAll(async () => {
  // As `npm run docs` does, put elsewhere. A link that leads nowhere makes it fail.
  const builder = join(root, 'node_modules/vitepress/bin/vitepress.js')
  execFileSync(process.execPath, [builder, 'build', 'docs', '--outDir', folder], { cwd: root, stdio: 'pipe' })
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

async function open(settings: { locale?: string; colorScheme?: 'light' | 'dark' } = {}) {
  const { url } = await startServer({ help: folder })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...settings })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  return { page, wrong, url }
}

it.skipIf(!browserPath)('the documentation is read and searched in the browser, under a strict policy', async () => {
  const { page, wrong, url } = await open()
  const response = await page.goto(`${url}/help`)
  expect(new URL(page.url()).pathname).toBe('/help/')
  expect(response!.headers()['content-security-policy']).toContain("script-src 'self';")

  await page.getByRole('navigation', { name: 'Sidebar Navigation' }).getByRole('link', { name: 'backup' }).click()
  await page.getByRole('heading', { level: 1, name: /backup/i }).waitFor()

  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).fill('signing secr')
  await page.getByRole('option').first().waitFor()
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toContainEqual(expect.stringContaining('Slack'))
  const [first = ''] = await page.getByRole('option').allInnerTexts()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toMatch(/\/help\/[a-z-]+\.html/)
  await page.getByRole('heading', { name: first.split('\n').at(-1)!, exact: false }).waitFor()
  expect(wrong).toEqual([])
})

it.skipIf(!browserPath)('is found in Japanese also by what stands inside a sentence', async () => {
  const { page, wrong, url } = await open({ locale: 'ja-JP', colorScheme: 'dark' })
  await page.goto(`${url}/help/ja/start.html`)
  await page.getByRole('button', { name: '検索' }).click()
  await page.getByRole('combobox', { name: '検索' }).fill('強制終了')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/help\/ja\//)
  expect(await findings(page, '.VPContent')).toEqual([])
  expect(wrong).toEqual([])
})

it('what is not there is told as everywhere, and where it was not built nothing is served', async () => {
  const { request } = await startServer({ help: folder })
  const missing = await request('GET', '/help/nothing.html')
  expect(missing.status).toBe(404)
  expect(await missing.json()).toMatchObject({ status: 404 })
  const without = await startServer({ help: join(folder, 'none') })
  expect((await without.request('GET', '/help/')).status).toBe(404)
})
