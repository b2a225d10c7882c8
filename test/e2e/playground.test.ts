import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import { goTo, shot } from './open-console.ts'

const story = Array.from({ length: 30 }, (_, i) => `Wave ${i + 1} rolls in.`).join(' ')

describe.runIf(browserPath)('the playground in a real browser', () => {
  let models: ModelServer
  let parley: ParleyProcess
  let browser: Browser
  let page: Page
  const env = () => ({ PARLEY_DATA: folder.path, PARLEY_LLM_BASE_URL: models.baseUrl })
  const folder = makeTempFolder()
  const complaints: string[] = []

  beforeAll(async () => {
    models = await startModelServer()
    models.answer('lighthouse', story, { tps: 20, chunkSize: 16 })
    models.answer('figures', '| Name | Count |\n|---|---|\n| Ann | 3 |\n| Ben | 5 |')
    parley = await startProcess(env())
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(parley.address)
  })
  afterAll(async () => {
    await browser?.close()
    await parley?.kill('SIGTERM')
    await models?.stop()
    folder.remove()
  })

  const say = async (text: string) => {
    await page.getByTestId('composer').fill(text)
    await page.getByTestId('composer').press('Enter')
  }
  const messages = () => page.getByTestId('message')
  const lastText = () => messages().last().getByTestId('message-text')

  it('greets with quick replies, and a pressed one is answered and used up', async () => {
    await say('Hello')
    const button = page.getByTestId('action').filter({ hasText: 'Tell me a joke' })
    await button.click()
    const greeting = messages().filter({ hasText: '✓ Tell me a joke' })
    await greeting.waitFor()
    await expect.poll(() => greeting.getByTestId('action').count()).toBe(0)
    await expect.poll(() => messages().count()).toBe(3)
  })

  it('shows a model’s answer while it grows, in one message', async () => {
    const before = await messages().count()
    await say('Write a short story about a lighthouse')
    await expect.poll(() => messages().count()).toBe(before + 2)
    await expect.poll(() => lastText().innerText()).toContain('Wave 1 ')
    const early = await lastText().innerText()
    expect(early.length).toBeLessThan(story.length)
    await expect.poll(() => lastText().innerText()).toBe(story)
    expect(await messages().count()).toBe(before + 2)
  })

  it('has everything again after a reload, and goes on', async () => {
    await page.reload()
    await expect.poll(() => lastText().innerText()).toBe(story)
    await say('thanks and goodbye for now')
    await expect.poll(() => messages().count()).toBeGreaterThanOrEqual(7)
  })

  it('answers mentions in a channel in their thread', async () => {
    await page.getByTestId('channel-C0GENERAL').click()
    await say('@Parley Hello')
    const thread = page.getByTestId('thread')
    await expect.poll(() => thread.getByTestId('message').count()).toBe(2)
    await page.getByTestId('thread-composer').fill('@Parley What can you do?')
    await page.getByTestId('thread-composer').press('Enter')
    await expect.poll(() => thread.getByTestId('message').count()).toBe(4)
  })

  it('survives a kill in the middle of an answer: the same message is completed', async () => {
    await page.getByTestId('channel-D0ANN').click()
    await page.getByText('thanks and goodbye for now').first().waitFor()
    const before = await messages().count()
    await say('Another story about a lighthouse, please')
    await expect.poll(() => lastText().innerText()).toContain('Wave 3')
    const { port } = new URL(parley.url)
    await parley.kill('SIGKILL')
    parley = await startProcess({ ...env(), PORT: port })
    await page.getByText('use the whole address that Parley printed').waitFor({ timeout: 30_000 })
    await page.goto(parley.address)
    await expect.poll(() => lastText().innerText()).toBe(story)
    expect(await messages().count()).toBe(before + 2)
  })

  it('shows a table as one, and takes a thumb', async () => {
    await page.getByTestId('channel-D0ANN').click()
    await say('The figures of the quarter, please')
    await expect.poll(() => messages().last().getByRole('table').count()).toBe(1)
    await expect.poll(() => messages().last().getByRole('cell').allInnerTexts()).toEqual(['Ann', '3', 'Ben', '5'])
    await messages().last().getByRole('button', { name: 'Good answer' }).click()
    await expect.poll(() => messages().last().innerText()).toContain('Thank you')
  })

  it('shows two people side by side', async () => {
    await page.getByTestId('channel-C0GENERAL').click()
    await page.getByTestId('beside').click()
    const boxes = page.getByTestId('composer')
    await expect.poll(() => boxes.count()).toBe(2)
    await boxes.nth(1).fill('Good morning, says Ben')
    await boxes.nth(1).press('Enter')
    await expect.poll(() => page.getByText('Good morning, says Ben').count()).toBe(2)
    await page.reload()
    await expect.poll(() => boxes.count()).toBe(2)
    await page.getByTestId('beside').click()
    await expect.poll(() => boxes.count()).toBe(1)
  })

  it('shows beside the chat why an answer is as it is, and how it survived a fault', async () => {
    const faults = [{ kind: 'ratelimited', method: 'chat.postMessage', times: 1, retryAfter: 1 }]
    const fault = JSON.stringify({ faults })
    const made = `fetch('/playground/slack/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '${fault}' })`
    expect(await page.evaluate(`${made}.then(({ ok }) => ok)`)).toBe(true)
    await page.getByRole('button', { name: 'Behind the answers' }).click()
    await page.getByRole('link', { name: 'Playground' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/playground')
    const chat = page.frameLocator('iframe')
    await chat.getByRole('button', { name: 'Channels and people' }).click()
    await chat.getByTestId('channel-D0ANN').click()
    const behind = page.getByRole('region', { name: 'Behind the answer' })
    await chat.getByTestId('composer').fill('What can you do?')
    await chat.getByTestId('composer').press('Enter')
    // It follows the newest by itself.
    await expect.poll(() => behind.innerText()).toContain('What can you do?')
    await expect.poll(() => behind.innerText()).toContain('Why it answered so')
    await expect.poll(() => behind.innerText()).toContain('limited: again after 1.0 s')
    expect(await chat.getByRole('button', { name: 'Behind the answers' }).count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await shot(page, 'console-playground')
    // What concerns all accounts together is for the operator's.
    expect(await page.getByRole('link', { name: 'Health' }).count()).toBe(0)
    // By its keys as every page; and an older one can be chosen, and stays.
    await page.getByRole('link', { name: 'Trust' }).click()
    await goTo(page, 'l', '/playground')
    await expect.poll(() => behind.innerText()).toContain('What can you do?')
    await behind.getByRole('combobox').selectOption({ index: 2 })
    await expect.poll(() => behind.innerText()).not.toContain('What can you do?')
    await page.goto(parley.url)
  })

  it('keeps its token to itself, and is closed to whoever has not got it, in their language', async () => {
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate('document.cookie')).toBe('')
    const context = await browser.newContext({ locale: 'ja-JP' })
    const stranger = await context.newPage()
    expect((await stranger.goto(parley.url))!.status()).toBe(403)
    await expect.poll(() => stranger.getByRole('heading').innerText()).toBe('ここからはプレイグラウンドを開けません')
    await expect.poll(() => stranger.getByTestId('composer').count()).toBe(0)
    await stranger.goto(parley.address)
    await stranger.getByTestId('composer').waitFor()
    await context.close()
  })

  it.each([390, 560, 760])('fits into a window of %i pixels: everything in its bars can be pressed', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    await page.getByTestId('composer').first().waitFor()
    for (const name of ['Behind the answers', 'Show me around', 'Make it fail', 'Send']) {
      const box = (await page.getByRole('button', { name }).first().boundingBox())!
      expect([name, box.x >= 0 && box.x + box.width <= width]).toEqual([name, true])
    }
    await shot(page, `playground-${width}`)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('complained about nothing', () => {
    expect(complaints).toEqual([])
  })
})
