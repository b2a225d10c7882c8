import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { become, browserPath, openBrowser } from '../support/browser.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import { shot } from './open-console.ts'

describe.runIf(browserPath)('/agent in the Slack pane', () => {
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
    await page.goto(parley.address)
    await page.getByTestId('channel-C0GENERAL').click()
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
  const form = () => page.getByTestId('form')
  // A form that came back has fields of other names, so that they show what is there now.
  const field = (name: string) => form().locator(`[data-testid^="field-${name}"]`)
  const last = () => page.getByTestId('message').last()

  it('is offered as soon as a slash is typed', async () => {
    await composer().pressSequentially('/a')
    await page.getByTestId('commands').getByText('/agent').waitFor()
    await composer().press('Tab')
    await expect.poll(() => composer().inputValue()).toBe('/agent ')
  })

  it('creates an agent from what was put into the form, after its faults were mended', async () => {
    await say('/agent create')
    await expect.poll(() => form().locator('[data-testid^="field-"]').count()).toBe(5)
    // The id is made of the name, and asked for where that is taken.
    await field('name').getByRole('textbox').fill('Demo')
    await field('description').getByRole('textbox').fill('Helps')
    await shot(page, 'slack-create')
    await form().getByTestId('form-submit').click()
    await form().getByText('taken').waitFor()
    await expect.poll(() => field('description').getByRole('textbox').inputValue()).toBe('Helps')
    await field('name').getByRole('textbox').fill('Helper')
    await field('id').getByRole('textbox').fill('helper')
    await form().getByTestId('form-submit').click()
    await form().waitFor({ state: 'detached' })
    await last().getByText('Only visible to you').waitFor()
    await expect.poll(() => last().innerText()).toContain('helper')
  })

  it('edits its draft, with a choice that was searched for, and publishes it', async () => {
    await say('/agent edit helper')
    await field('name').getByRole('textbox').fill('Better helper')
    await field('model').getByTestId('select').click()
    await field('model').getByTestId('select').fill('gpt-4o-m')
    await field('model').getByTestId('option').first().click()
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'slack-form-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    // The others lie over the form, in which all stays that was typed.
    await form().getByTestId('form-action').click()
    await form().last().getByTestId('field-provider').getByRole('textbox').fill('Example')
    await form().last().getByTestId('form-submit').click()
    await expect.poll(() => form().count()).toBe(1)
    await form().getByTestId('form-submit').click()
    await form().waitFor({ state: 'detached' })
    await expect.poll(() => last().innerText()).toContain('Better helper')
    await shot(page, 'slack-draft')
    // Both are looked at before they go live.
    await last().getByTestId('action').filter({ hasText: 'publish' }).click()
    await last().getByText('These are 2 changes').waitFor()
    await last().getByTestId('action').filter({ hasText: 'Publish' }).click()
    await expect.poll(() => last().innerText()).toContain('Version 2')
    await say('/agent show helper')
    await expect.poll(() => last().innerText()).toContain('version 2')
  })

  it('closes a form, and keeps it open over a reload', async () => {
    await say('/agent rule add')
    await form().waitFor()
    await page.reload()
    await form().waitFor()
    await form().getByTestId('form-close').click()
    await form().waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('tells why an answer is as it is, from the menu of the message', async () => {
    await page.getByTestId('channel-D0ANN').click()
    await say('Hello')
    const answer = page.getByTestId('message').filter({ hasText: 'Tell me a joke' })
    await answer.hover()
    await answer.getByRole('button', { name: 'Why this answer?' }).click()
    await expect.poll(() => last().innerText()).toContain('The rule answered')
    await page.getByTestId('channel-C0GENERAL').click()
  })

  it('tells somebody who is no admin whom to ask', async () => {
    await become(page, 'U0BEN')
    await say('/agent list')
    await expect.poll(() => last().innerText()).toContain('Ann')
  })
})
