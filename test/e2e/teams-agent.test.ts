import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath, openBrowser } from '../support/browser.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import { shot } from './open-console.ts'

describe.runIf(browserPath)('/agent in the Teams pane', () => {
  let parley: ParleyProcess
  let browser: Browser
  let page: Page
  const folder = makeTempFolder()
  const complaints: string[] = []

  beforeAll(async () => {
    parley = await startProcess({ PARLEY_DATA: folder.path })
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${parley.address}#/teams`)
  })
  afterAll(async () => {
    await browser?.close()
    await parley?.kill('SIGTERM')
    folder.remove()
  })

  const composer = () => page.getByTestId('composer')
  const say = async (text: string) => {
    await composer().fill(text)
    await composer().press('Enter')
  }
  const dialog = () => page.getByTestId('dialog')
  const field = (name: string) => dialog().locator(`[name=f_${name}]`)
  const last = () => page.getByTestId('message').last()
  const press = (label: string) => last().getByTestId('action').filter({ hasText: label }).click()
  const send = () => dialog().getByTestId('action').click()

  it('is offered as soon as a slash is typed', async () => {
    await composer().fill('/ag')
    await page.getByTestId('commands').getByText('agent help').waitFor()
    await composer().press('Enter')
    await composer().press('Enter')
    await expect.poll(() => last().innerText()).toContain('help knowledge')
  })

  it('edits a draft, after what was wrong was mended, and publishes it', async () => {
    await say('/agent edit demo')
    await press('Open the form')
    await field('name').fill('Guide of the house')
    await dialog().getByRole('button', { name: 'More settings…' }).click()
    await field('temperature').fill('7')
    await send()
    await dialog().getByText('must be at most 1').scrollIntoViewIfNeeded()
    await shot(page, 'teams-form')
    await expect.poll(() => field('name').inputValue()).toBe('Guide of the house')
    await field('temperature').fill('0.4')
    await send()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => last().innerText()).toContain('Guide of the house')
    const { width } = (await last().getByTestId('card').boundingBox())!
    await shot(page, 'teams-draft')
    expect(width).toBeLessThan(page.viewportSize()!.width)
    await press('Publish')
    await expect.poll(() => last().innerText()).toContain('Version 2')
    await expect.poll(() => last().getByTestId('action').filter({ hasText: 'Publish' }).count()).toBe(0)
  })

  it('is for one person alone in a channel', async () => {
    await page.getByTestId('rail-teams').click()
    await page.getByTestId('conversation-19:general@thread.tacv2').click()
    await say('/agent list')
    await page.getByText('Guide of the house').first().waitFor()
    await expect.poll(() => page.getByText('Only you can see this message').count()).toBeGreaterThan(0)
    await page.getByTestId('user-29:1ben').click()
    await page.getByTestId('rail-teams').click()
    await page.getByTestId('conversation-19:general@thread.tacv2').click()
    await say('/agent list')
    await page.getByText('Ask an admin: Ann').first().waitFor()
    await expect.poll(() => page.getByText('Guide of the house').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
