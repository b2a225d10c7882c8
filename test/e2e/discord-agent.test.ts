import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chosen } from '../adapters/discord/agent-person.ts'
import { become, browserPath, openBrowser } from '../support/browser.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import { shot } from './open-console.ts'

const BEN = '1200000000000000012'

describe.runIf(browserPath)('/agent in the Discord pane', () => {
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
    await page.goto(`${parley.address}#/discord`)
  })
  afterAll(async () => {
    await browser?.close()
    await parley?.kill('SIGTERM')
    folder.remove()
  })

  const composer = () => page.getByTestId('composer')
  const modal = () => page.getByTestId('modal')
  const last = () => page.getByTestId('message').last()
  const action = (label: string) => last().getByTestId('action').filter({ hasText: label })
  /** Chosen from the list that comes with the slash. */
  const choose = async (command: string) => {
    await composer().fill(`/${chosen(command)}`)
    await page
      .getByTestId('commands')
      .getByText(`/${chosen(command)}`, { exact: true })
      .click()
  }
  const write = (field: string, text: string) => modal().locator(`[name="${field}"]`).fill(text)
  const send = async () => {
    await page.getByTestId('modal-submit').click()
    await modal().waitFor({ state: 'detached' })
  }

  it('is offered, command by command, as soon as a slash is typed', async () => {
    await composer().pressSequentially('/ag')
    await page.getByTestId('commands').getByText('/agent agent edit', { exact: true }).waitFor()
    await shot(page, 'discord-commands')
  })

  it('creates an agent from a short form, and sets the rest in sections behind More', async () => {
    await choose('create')
    await page.getByTestId('run').click()
    await write('name', 'Helper')
    await write('model', 'gpt-4o')
    await shot(page, 'discord-form')
    await send()
    await expect.poll(() => last().innerText()).toMatch(/helper.* is made/s)
    await action('More settings').click()
    await action('Access').click()
    await write('temperature', '7')
    await send()
    await action('✔').filter({ hasText: 'Access' }).waitFor()
    await action('Save').click()
    await expect.poll(() => last().innerText()).toContain('at most 1')
    await shot(page, 'discord-sections')
    await action('Access').click()
    await expect.poll(() => modal().locator('[name="temperature"]').inputValue()).toBe('7')
    await write('temperature', '0.4')
    await send()
    await action('Save').click()
    await expect.poll(() => last().innerText()).toContain('Only you can see this')
    await expect.poll(() => last().innerText()).toContain('temperature: 0.4')
    await action('Publish').click()
    await expect.poll(() => last().innerText()).toMatch(/Version 2 .*is live/)
  })

  it('edits its draft and publishes it', async () => {
    await choose('edit')
    await page.getByRole('button', { name: '+agent' }).click()
    await page.locator('input[name="agent"]').fill('hel')
    await page.getByTestId('choice').filter({ hasText: 'helper' }).click()
    await page.getByTestId('run').click()
    await send()
    await action('More settings…').click()
    await action('Answers').click()
    await modal().getByRole('radio', { name: 'Yes' }).first().check()
    await send()
    await action('Save').click()
    await expect.poll(() => last().innerText()).toContain('Saved to the draft')
    await action('Publish').click()
    await expect.poll(() => last().innerText()).toMatch(/Version 3 .*is live/)
  })

  it('takes a document in the form that opens where none was given', async () => {
    await choose('knowledge add')
    await page.getByRole('button', { name: '+agent' }).click()
    await page.locator('input[name="agent"]').fill('helper')
    await page.getByTestId('run').click()
    const file = {
      name: 'parking.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Parking\n\nBehind the house.'),
    }
    await modal().locator('input[type="file"]').setInputFiles(file)
    await send()
    await expect.poll(() => last().innerText()).toMatch(/parking\.md.*1 passage,/s)
  })

  it('tells why an answer is as it is, from the menu of the message', async () => {
    await composer().fill('@Parley Hello')
    await composer().press('Enter')
    const answer = page.getByTestId('message').filter({ hasText: 'Tell me a joke' })
    await answer.hover()
    await answer.getByRole('button', { name: 'Apps' }).click()
    await page.getByRole('button', { name: 'Why this answer?' }).click()
    await expect.poll(() => last().innerText()).toContain('The rule answered')
  })

  it('has what members may use beneath /parley, and nothing of /agent', async () => {
    await become(page, BEN)
    await composer().fill('/parley')
    await page.getByTestId('commands').getByText('/parley help', { exact: true }).waitFor()
    await composer().fill('/agent')
    await page.getByTestId('commands').getByText('The app has no such command here.').waitFor()
    expect(complaints).toEqual([])
  })
})
