import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath, openBrowser } from '../support/browser.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { root, startTrackerExample, type TrackerExample } from '../support/tracker-example.ts'
import { shot } from './open-console.ts'

/** Where somebody talks with the agent: alone, and in Discord in a channel. */
const places = { slack: 'channel-D0ANN', discord: 'channel-1200000000000000101', teams: 'rail-chat' } as const

describe.runIf(browserPath)('what an agent does with its hands, in the panes', () => {
  let example: TrackerExample
  let parley: ParleyProcess
  let browser: Browser
  let page: Page
  const ends: (() => void | Promise<void>)[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    const onEnd = (end: () => void | Promise<void>) => void ends.unshift(end)
    example = await startTrackerExample(onEnd)
    const { cwd, env } = example
    parley = await startProcess({ ...env, PARLEY_DATA: tempFolder(onEnd) }, { cwd, bin: join(root, 'bin/parley.mjs') })
    onEnd(() => parley.kill())
    browser = await openBrowser()
    onEnd(() => browser.close())
    page = await browser.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(parley.address)
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const last = () => page.getByTestId('message').last()
  const action = (label: string) => page.getByTestId('action').filter({ hasText: label })
  const say = async (text: string) => {
    await page.getByTestId('composer').fill(text)
    await page.getByTestId('composer').press('Enter')
  }

  it.each(['slack', 'discord', 'teams'] as const)(
    'in %s a call is made once somebody has agreed to exactly it',
    async (pane) => {
      await page.goto(`${parley.url}#/${pane}`)
      await page.getByTestId(places[pane]).first().click()
      const before = (await example.issues()).length
      await say(`${pane === 'discord' ? '@Parley ' : ''}The printer is on fire, third floor`)
      await action('Approve').last().waitFor()
      await page.getByText('The printer is on fire', { exact: false }).last().waitFor()
      expect(await example.issues()).toHaveLength(before)
      await shot(page, `${pane}-approval`)
      await action('Approve').last().click()
      await expect.poll(() => last().innerText()).toContain('The tracker says')
      expect(await example.issues()).toHaveLength(before + 1)
      // Nothing is left to press.
      const live = page.locator('[data-testid="action"]:not([disabled])').filter({ hasText: 'Approve' })
      await expect.poll(() => live.count()).toBe(0)
    },
  )

  it('somebody who asks in Teams for a person is passed on to a channel in Slack, and hears them', async () => {
    await say('a human, please')
    await action('Yes, pass it on').last().click()
    await page.goto(`${parley.url}#/slack`)
    await page.getByTestId('channel-C0GENERAL').click()
    await action('Take').last().waitFor()
    await shot(page, 'slack-handover')
    await action('Take').last().click()
    const card = page.getByTestId('message').filter({ hasText: 'Taken by' }).last()
    await card.hover()
    await card.getByRole('button', { name: 'Reply in thread' }).click()
    await page.getByTestId('thread-composer').fill('I am on my way, says Ann')
    await page.getByTestId('thread-composer').press('Enter')
    await page.goto(`${parley.url}#/teams`)
    await page.getByText('I am on my way, says Ann').first().waitFor()
    await shot(page, 'teams-handover')
    expect(complaints).toEqual([])
  })
})
