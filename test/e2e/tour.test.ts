import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

describe.runIf(browserPath)('the tour of the playground', () => {
  const folder = makeTempFolder()
  const complaints: string[] = []
  let parley: ParleyProcess
  let browser: Browser

  const open = async (options: BrowserContextOptions = {}, at = '#/slack'): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(parley.address)
    await page.goto(`${parley.url}/${at}`)
    await page.getByTestId('composer').first().waitFor()
    return page
  }
  const card = (page: Page, title: string) => page.getByRole('dialog', { name: title })
  const focused = (page: Page) => page.evaluate('document.activeElement.dataset.testid')

  beforeAll(async () => {
    parley = await startProcess({ PARLEY_DATA: folder.path })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await parley?.kill('SIGTERM')
    folder.remove()
  })

  it('leads through what there is while it is done, by keys alone, from wherever it is started', async () => {
    const page = await open({}, '#/discord')
    await page.getByRole('button', { name: 'Show me around' }).press('Enter')
    await card(page, 'Ask').waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\/slack/)
    await expect.poll(() => focused(page)).toBe('tour')

    // The words are put into the composer, and sending them goes on.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('composer')
    expect(await page.getByTestId('composer').inputValue()).toBe('Hello')
    await page.keyboard.press('Enter')
    await card(page, 'Press a button').waitFor()
    await expect.poll(() => focused(page)).toBe('tour')
    await page.getByTestId('action').filter({ hasText: 'Tell me a joke' }).press('Enter')
    await page.getByTestId('message').filter({ hasText: '✓ Tell me a joke' }).waitFor()

    // F6 comes back to the card from wherever one is.
    await page.keyboard.press('F6')
    await expect.poll(() => focused(page)).toBe('tour')
    await page.getByTestId('tour-next').press('Enter')
    await card(page, 'Make it fail').waitFor()
    await page.getByTestId('faults-open').press('Enter')
    await page.getByTestId('faults').waitFor()
    await page.getByTestId('tour-next').press('Enter')

    await card(page, 'Change the agent').waitFor()
    await page.getByRole('button', { name: 'Write it for me' }).press('Enter')
    await page.keyboard.press('Enter')
    await card(page, 'Ask why').waitFor()
    await page.getByText('Only visible to you').first().waitFor()
    await page.getByTestId('tour-next').press('Enter')
    await card(page, 'The same everywhere').waitFor()
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await expect.poll(() => page.getByTestId('tour').count()).toBe(0)
    expect(await focused(page)).toBe('tour-start')
    await page.context().close()
  })

  it('each step can be skipped and gone back to, Escape ends it, and the browser remembers', async () => {
    const page = await open()
    expect(await page.getByTestId('tour').count()).toBe(0)
    await page.getByTestId('tour-start').click()
    const titles: string[] = []
    for (let i = 0; i < 5; i++) {
      titles.push(await page.getByTestId('tour').getByRole('heading').innerText())
      await page.getByTestId('tour-next').click()
      await expect.poll(() => page.getByTestId('tour').innerText()).toContain(`${i + 2} of 6`)
    }
    expect(titles).toEqual(['Ask', 'Press a button', 'Make it fail', 'Change the agent', 'Ask why'])
    await page.getByRole('button', { name: 'Back' }).click()
    await card(page, 'Ask why').waitFor()
    await page.getByTestId('composer').press('Escape')
    await expect.poll(() => page.getByTestId('tour').count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Show me around again' }).waitFor()
    await page.context().close()
  })

  it.each([
    ['en-US', 'light', 1280],
    ['en-US', 'dark', 400],
    ['ja-JP', 'light', 400],
    ['ja-JP', 'dark', 1280],
  ] as const)('keeps nobody out and stays on the screen: %s, %s, %d wide', async (locale, colorScheme, width) => {
    const page = await open({ locale, colorScheme, viewport: { width, height: 800 } })
    await page.getByTestId('tour-start').click()
    for (let i = 0; i < 6; i++) {
      const box = (await page.getByTestId('tour').boundingBox())!
      expect(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 800).toBe(true)
      if (i === 0) expect(await findings(page)).toEqual([])
      await page.getByTestId('tour-next').click()
      if (i < 5)
        await page
          .getByTestId('tour')
          .getByText(new RegExp(`^${i + 2} (of|/) 6$`))
          .waitFor()
    }
    await expect.poll(() => page.getByTestId('tour').count()).toBe(0)
    await page.context().close()
  })

  it('complained about nothing', () => {
    expect(complaints).toEqual([])
  })
})
