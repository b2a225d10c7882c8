import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

const story = Array.from({ length: 30 }, (_, i) => `Wave ${i + 1} rolls in.`).join(' ')
const platforms = ['slack', 'discord', 'teams'] as const

describe.runIf(browserPath)('the same question to all platforms at once', () => {
  const folder = makeTempFolder()
  const complaints: string[] = []
  let models: ModelServer
  let parley: ParleyProcess
  let browser: Browser
  let page: Page

  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const opened = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })).newPage()
    opened.on('pageerror', (error) => complaints.push(error.message))
    await opened.goto(parley.address)
    await opened.goto(`${parley.url}/#/together`)
    await opened.getByTestId('composer').nth(2).waitFor()
    return opened
  }
  const desk = (id: string) => page.getByTestId(`desk-${id}`)
  const last = (id: string) => desk(id).getByTestId('message').last().getByTestId('message-text')
  /** What there is of an answer when it is seen first. */
  const begun = async (id: string) => {
    let text = ''
    await expect.poll(async () => (text = await last(id).innerText())).toContain('Wave 1 ')
    return text
  }

  beforeAll(async () => {
    models = await startModelServer()
    models.answer('lighthouse', story, { tps: 5, chunkSize: 16 })
    models.answer('harbour', 'Ships sleep there.')
    parley = await startProcess({ PARLEY_DATA: folder.path, PARLEY_LLM_BASE_URL: models.baseUrl })
    browser = await openBrowser()
    page = await open()
  })
  afterAll(async () => {
    await browser?.close()
    await parley?.kill('SIGTERM')
    await models?.stop()
    folder.remove()
  })

  it('suggests what to say where nothing has been said', async () => {
    const offered = { slack: 'suggestion', discord: 'suggestion', teams: 'prompt' }
    for (const id of platforms) await expect.poll(() => desk(id).getByTestId(offered[id]).count()).toBeGreaterThan(2)
  })

  it('answers grow in all three, also where a call of the platform fails, by keys alone', async () => {
    await desk('discord').getByTestId('faults-open').press('Enter')
    const drawer = desk('discord').getByTestId('faults')
    // The focus goes into it, and Esc brings it back to where it was opened.
    const focused = () => page.evaluate('document.activeElement.dataset.testid')
    await expect.poll(focused).toBe('faults')
    await page.keyboard.press('Escape')
    await expect.poll(() => drawer.count()).toBe(0)
    expect(await focused()).toBe('faults-open')
    await page.keyboard.press('Enter')
    await drawer.locator('select[name="kind"]').selectOption('error')
    await drawer.getByTestId('faults-add').press('Enter')
    await expect.poll(() => desk('discord').getByTestId('faults-clear').count()).toBe(1)
    await drawer.getByRole('button', { name: 'Close' }).press('Enter')

    await page.getByTestId('together').focus()
    await page.keyboard.type('A story about a lighthouse')
    await page.keyboard.press('Enter')
    const early = await Promise.all(platforms.map(begun))
    for (const id of platforms) await expect.poll(() => last(id).innerText()).toBe(story)
    expect(early.every((text) => text.length < story.length)).toBe(true)
    for (const id of platforms) expect(await desk(id).getByText('A story about a lighthouse').count()).toBe(1)

    // The fault was hit: it is used up, and stays to be seen with what it hit until it is cleared.
    await desk('discord').getByTestId('faults-open').press('Enter')
    await expect.poll(() => drawer.getByTestId('faults-hit').innerText()).toMatch(/Used up\. It hit (POST|PATCH) /)
    await drawer.getByTestId('faults-clear').press('Enter')
    await expect.poll(() => drawer.getByText('Everything works.').count()).toBe(1)
    await drawer.getByRole('button', { name: 'Close' }).press('Enter')
  })

  // Early, while there is little to look through. Colours do not ask for the language.
  it.each([
    ['en-US', 'light'],
    ['ja-JP', 'dark'],
  ] as const)('has nothing that keeps anybody out: %s, %s', async (locale, colorScheme) => {
    const seen = await open({ locale, colorScheme })
    await expect.poll(() => seen.getByTestId('message').count()).toBeGreaterThan(2)
    expect(await findings(seen)).toEqual([])
    for (const i of [0, 1, 2]) await seen.getByTestId('faults-open').nth(i).press('Enter')
    await expect.poll(() => seen.getByTestId('faults').count()).toBe(3)
    expect(await findings(seen)).toEqual([])
    for (const id of platforms) {
      await seen.goto(`${parley.url}/#/${id}`)
      await expect.poll(() => seen.getByTestId('composer').count()).toBe(1)
      expect(await findings(seen)).toEqual([])
    }
    await seen.context().close()
  })

  it('an empty composer edits what its person said last, on every platform, and Esc in a drawer closes it', async () => {
    for (const id of platforms) {
      const composer = desk(id).getByTestId('composer')
      await composer.focus()
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => desk(id).getByTestId('editor').inputValue()).toBe('A story about a lighthouse')
      await page.keyboard.press('Escape')
      await expect.poll(() => desk(id).getByTestId('editor').count()).toBe(0)
      expect(await composer.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true)
      // Whoever writes moves in what they write.
      await page.keyboard.type('x')
      await page.keyboard.press('ArrowUp')
      expect(await desk(id).getByTestId('editor').count()).toBe(0)
      await composer.fill('')
      await desk(id).getByTestId('faults-open').press('Enter')
      await expect.poll(() => desk(id).getByTestId('faults').count()).toBe(1)
      await page.keyboard.press('Escape')
      await expect.poll(() => desk(id).getByTestId('faults').count()).toBe(0)
    }
  })

  it('keeps the focus where the question was written, and the seats in the address', async () => {
    await page.getByTestId('together').focus()
    await page.keyboard.type('A story about a lighthouse, again')
    await page.keyboard.press('Enter')
    for (const id of platforms) await desk(id).getByText('A story about a lighthouse, again').first().waitFor()
    expect(await page.evaluate('document.activeElement.dataset.testid')).toBe('together')
    const address = page.url()
    await page.reload()
    for (const id of platforms) await desk(id).getByText('A story about a lighthouse, again').first().waitFor()
    expect(page.url()).toBe(address)
  })

  it('each pane’s own composer goes on as ever, and in a channel the agent is named for the person', async () => {
    await desk('slack').getByRole('button', { name: 'Channels and people' }).click()
    await desk('slack').getByTestId('channel-C0GENERAL').click()
    await desk('slack').getByTestId('composer').fill('Good morning')
    await desk('slack').getByTestId('composer').press('Enter')
    await desk('slack').getByText('Good morning').waitFor()
    expect(await desk('discord').getByText('Good morning').count()).toBe(0)

    await page.getByTestId('together').fill('What is a harbour?')
    await page.getByTestId('together').press('Enter')
    const thread = desk('slack').getByTestId('thread')
    await expect.poll(() => thread.getByTestId('message').first().innerText()).toContain('@Parley What is a harbour?')
    await expect.poll(() => thread.getByTestId('message').last().innerText()).toContain('Ships sleep there.')
    await expect.poll(() => last('teams').innerText()).toBe('Ships sleep there.')
    expect(await page.evaluate('document.activeElement.dataset.testid')).toBe('together')
  })

  it('what one platform does not take waits in its own composer, and commands are left to the panes', async () => {
    await page.route('**/playground/discord/messages', (route) => route.abort())
    await page.getByTestId('together').fill('Another harbour, please')
    await page.getByTestId('together').press('Enter')
    await expect.poll(() => desk('discord').getByTestId('composer').inputValue()).toBe('Another harbour, please')
    await desk('teams').getByTestId('message').filter({ hasText: 'Another harbour, please' }).waitFor()
    await expect.poll(() => page.getByTestId('together').inputValue()).toBe('')
    await page.unroute('**/playground/discord/messages')

    await page.getByTestId('together').fill('/agent list')
    await page.getByRole('status').getByText('run this one in a single pane').waitFor()
    expect(await page.getByTestId('together-send').isDisabled()).toBe(true)
    await page.getByTestId('together').press('Enter')
    expect(await page.getByTestId('together').inputValue()).toBe('/agent list')
  })

  it('stands side by side where there is room, and stacks where there is none', async () => {
    const boxes = () => Promise.all(platforms.map(async (id) => (await desk(id).boundingBox())!))
    const [slack, discord, teams] = await boxes()
    expect(slack!.y === discord!.y && discord!.y === teams!.y).toBe(true)
    expect(slack!.x < discord!.x && discord!.x < teams!.x).toBe(true)
    await page.setViewportSize({ width: 400, height: 800 })
    const [first, second, third] = await boxes()
    expect(first!.x === second!.x && second!.x === third!.x).toBe(true)
    expect(first!.y < second!.y && second!.y < third!.y).toBe(true)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400)
  })

  it('complained about nothing', () => {
    expect(complaints).toEqual([])
  })
})
