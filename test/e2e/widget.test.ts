import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '../../src/admin/index.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { visitorTokenContext } from '../../src/model/visitor.ts'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

const bin = resolve(import.meta.dirname, '../../bin/parley.mjs')
const story = Array.from({ length: 30 }, (_, i) => `Wave ${i + 1} rolls in.`).join(' ')
const hostile =
  'Look: <img src=x onerror="document.title=1"> [here](javascript:alert(1)) and **[there](https://example.com/a)**.'
const prices = 'Here:\n\n```csv\nitem,price\ntea,3\ncake,4\nmilk,1\n```'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGNkYPjPgBsw4ZEbwdIAJKcBE3hCqiIAAAAASUVORK5CYII=',
  'base64',
)

/** What Node has not. */
interface Browsers {
  DataTransfer: new () => { items: { add(file: File): void } }
  ClipboardEvent: new (type: string, init: object) => Event
}

/** A site of somebody else, which allows of ours no more than docs/web.md says, and its server that knows who is there. */
async function openSite(parley: () => string, tokenFor: () => string | undefined) {
  const page = (body: string, lang: string) =>
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title></head><body><main><h1>Shop</h1>${body}</main></body></html>`
  const pages: Record<string, () => string> = {
    '/': () => page(`<script src="${parley()}/widget.js" data-agent="demo" data-token-url="/token"></script>`, 'en'),
    '/inside': () =>
      page(
        `<script src="${parley()}/widget.js"></script><parley-chat agent="demo" heading="お店"></parley-chat>`,
        'ja',
      ),
    '/dark': () =>
      page(`<script src="${parley()}/widget.js"></script><parley-chat agent="demo" theme="dark"></parley-chat>`, 'en'),
  }
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site')
    const token = tokenFor()
    if (pathname === '/token' && token) {
      response.setHeader('content-type', 'application/json')
      return void response.end(token)
    }
    const body = pages[pathname]?.()
    response.writeHead(body ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${parley()}; connect-src 'self' ${parley()}; img-src blob:`,
    })
    response.end(body ?? '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe.runIf(browserPath)('a chat on a page of another origin', () => {
  const folder = makeTempFolder()
  const data = join(folder.path, 'data')
  const complaints: string[] = []
  let tokenMs = 900_000
  let tokens = 0
  let models: ModelServer
  let parley: ParleyProcess
  let site: Awaited<ReturnType<typeof openSite>>
  let origin = ''
  let url = ''
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const start = () =>
    startProcess(
      {
        PARLEY_DATA: data,
        PARLEY_LLM_BASE_URL: models.baseUrl,
        PARLEY_LLM_MODEL: 'gpt-4o-mini',
        PORT: new URL(url).port,
      },
      { cwd: folder.path, bin },
    )

  beforeAll(async () => {
    models = await startModelServer()
    models.answer('lighthouse', story, { tps: 20, chunkSize: 16 })
    models.answer('hostile', hostile)
    models.answer('prices', prices)
    site = await openSite(
      () => url,
      () => {
        tokens++
        const until = Date.now() + tokenMs
        const claims = { agent: 'demo', uid: `web_${'a'.repeat(32)}`, origin, until, name: 'Ann' }
        const token = createSecrets({ dataFolder: data }).seal(JSON.stringify(claims), visitorTokenContext)
        return JSON.stringify({ token, expiresAt: new Date(until).toISOString() })
      },
    )
    origin = `http://127.0.0.1:${site.port}`
    url = `http://127.0.0.1:${await freePort()}`
    mkdirSync(join(folder.path, 'config'))
    const sites = [{ agent: 'demo', origins: [origin], anonymous: true }]
    writeFileSync(join(folder.path, 'config', 'parley.yaml'), JSON.stringify({ web: { sites } }))
    parley = await start()
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 900, height: 700 } })
    page = await context.newPage()
    for (const event of ['pageerror', 'console'] as const)
      page.on(event as 'pageerror', (one: Error & { text?(): string; type?(): string }) => {
        if (one.type?.() === 'log') return
        complaints.push(one.text?.() ?? one.message)
      })
    await page.goto(origin)
  })
  afterAll(async () => {
    await browser?.close()
    await parley?.kill('SIGTERM')
    await models?.stop()
    site?.close()
    folder.remove()
  })

  const box = (of = page) => of.getByRole('textbox')
  const say = async (text: string, of = page) => {
    await box(of).fill(text)
    await box(of).press('Enter')
  }
  const messages = (of = page) => of.getByRole('article')
  const last = (of = page) => messages(of).last()
  const shows = (text: string, of = page, timeout = 10_000) =>
    expect.poll(() => last(of).innerText(), { timeout }).toContain(text)
  const look = async (name: string, of = page) => {
    const to = process.env['PARLEY_SHOTS']
    if (to) await of.screenshot({ path: join(to, `${name}.png`) })
  }

  it('opens by its button, greets, answers, and takes a press of a button', async () => {
    await page.getByRole('button', { name: 'Open the chat' }).click()
    await expect.poll(() => box().evaluate((one) => one.getRootNode().activeElement === one)).toBe(true)
    // Whoever says something before they are greeted is only answered.
    await shows('the agent that comes in the box')
    await say('Hello')
    await expect.poll(() => messages().count()).toBe(3)
    await page.getByRole('button', { name: 'Tell me a joke' }).last().click()
    await page.getByText('✓ Chosen: Tell me a joke').waitFor()
    await expect.poll(() => messages().count()).toBe(4)
    await look('launcher')
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Open the chat' }).click()
  })

  it('shows an answer while it grows, in one message, and tells it to those who listen', async () => {
    const before = await messages().count()
    await say('Write a short story about a lighthouse')
    await expect.poll(() => messages().count()).toBe(before + 2)
    await shows('Wave 1 ')
    expect((await last().innerText()).length).toBeLessThan(story.length)
    await page.getByRole('button', { name: 'Stop the answer' }).waitFor()
    await shows('Wave 30')
    expect(await messages().count()).toBe(before + 2)
    await expect.poll(() => page.locator('[aria-live=polite]').innerText()).toContain('Wave 30')
  })

  it('reads nothing as HTML, and links only where links may lead', async () => {
    await say('something hostile')
    await shows('Look: <img src=x onerror="document.title=1"> here and there.')
    await expect.poll(() => last().locator('img').count()).toBe(0)
    expect(
      await last()
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => (one as unknown as { href: string }).href)),
    ).toEqual(['https://example.com/a'])
  })

  it('takes a picture that is pasted, and has all of it again after a reload and in another window', async () => {
    const { promise: onItsWay, resolve: arrives } = Promise.withResolvers<void>()
    await page.route('**/web/files?*', async (route) => {
      await onItsWay
      await route.continue()
    })
    await box().evaluate(
      (element, bytes) => {
        const { DataTransfer, ClipboardEvent } = globalThis as unknown as Browsers
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'red.png', { type: 'image/png' }))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...picture],
    )
    await page.getByRole('button', { name: 'Remove red.png' }).waitFor()
    const before = await messages().count()
    await say('Which colour is it, would you say?')
    // Nothing of it is sent before the picture has arrived.
    await page.locator('form[aria-busy=true]').waitFor()
    expect(await box().inputValue()).toBe('Which colour is it, would you say?')
    arrives()
    await page.getByRole('img', { name: 'red.png' }).waitFor()
    await page.unroute('**/web/files?*')
    await expect.poll(() => messages().count()).toBe(before + 2)
    await page.getByRole('button', { name: 'Stop the answer' }).waitFor({ state: 'hidden' })
    const texts = await messages().allInnerTexts()
    await page.reload()
    await expect.poll(() => messages().allInnerTexts()).toEqual(texts)
    await page.getByRole('img', { name: 'red.png' }).waitFor()
    const other = await context.newPage()
    await other.goto(origin)
    await other.getByRole('button', { name: 'Open the chat' }).click()
    await expect.poll(() => messages(other).allInnerTexts()).toEqual(texts)
    await say('good evening, both', other)
    await expect.poll(() => messages().count()).toBe(texts.length + 2)
    await other.close()
  })

  it('gives what comes behind an answer to whoever wants to save it', async () => {
    await say('all prices, please')
    const table = page.getByRole('button', { name: 'table.csv' })
    await table.waitFor()
    const saved = page.waitForEvent('download')
    await table.click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('table.csv')
    expect(readFileSync(await download.path(), 'utf8')).toContain('tea,3')
  })

  it('comes through a kill in the middle of an answer: the same message is completed, once', async () => {
    const before = await messages().count()
    await say('Another story about a lighthouse, please')
    await shows('Wave 3')
    await parley.kill('SIGKILL')
    await page.getByText('No connection.').waitFor()
    await look('lost')
    parley = await start()
    await shows('Wave 30', page, 30_000)
    expect(await messages().count()).toBe(before + 2)
  })

  it('gets another token from the site when one has expired', async () => {
    tokenMs = 1500
    const count = await messages().count()
    await page.reload()
    const before = tokens
    await expect.poll(() => tokens).toBeGreaterThan(before + 1)
    tokenMs = 900_000
    await expect.poll(() => messages().count()).toBe(count)
    await say('good morning, for the last time')
    await expect.poll(() => messages().count()).toBe(count + 2)
  })

  it('sends nothing while a Japanese word is composed', async () => {
    await page.goto(`${origin}/inside`)
    await page.getByRole('region', { name: 'お店' }).waitFor()
    const input = await context.newCDPSession(page)
    await box().click()
    await input.send('Input.imeSetComposition', { text: 'こんにちは', selectionStart: 5, selectionEnd: 5 })
    await page.keyboard.press('Enter')
    await input.send('Input.insertText', { text: 'こんにちは' })
    await expect.poll(() => messages().filter({ hasText: 'こんにちは' }).count()).toBe(0)
    await box().press('Enter')
    await expect.poll(() => messages().count()).toBeGreaterThanOrEqual(2)
    await look('inside-ja')
  })

  it('is readable for everybody, light and dark, down to 360 pixels', async () => {
    expect(await findings(page)).toEqual([])
    await page.goto(`${origin}/dark`)
    await expect.poll(() => messages().count()).toBeGreaterThanOrEqual(2)
    await look('dark')
    expect(await findings(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(origin)
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => messages().count()).toBeGreaterThan(8)
    await look('narrow')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    expect(await findings(page)).toEqual([])
    for (let i = 0; i < 12; i++) await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('PARLEY-CHAT')
  })

  it('broke no rule of the page, and threw nothing', () => {
    expect(
      complaints.filter((one) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|Failed to load resource/.test(one)),
    ).toEqual([])
  })

  it('is refused to pages of other origins, which say why', async () => {
    const foreign = await context.newPage()
    await foreign.goto(`http://localhost:${site.port}/inside`)
    await foreign.getByText('接続が切れています').waitFor()
    await expect.poll(() => messages(foreign).count()).toBe(0)
    await foreign.close()
  })
})
