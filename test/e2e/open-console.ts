import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { scenarioSchema } from '../../src/model/scenario.ts'
import { type ServerOptions, startServer } from '../http/server.ts'
import type { openBrowser } from '../support/browser.ts'

export const builtConsole = join(import.meta.dirname, '../../dist/console-page')

export interface ConsoleSettings {
  locale?: string
  colorScheme?: 'light' | 'dark'
  width?: number
  timezoneId?: string
  agents?: ServerOptions['agents']
  configFolder?: string
  /** How the house stands, in place of one where all is well. */
  parts?: Pick<ServerOptions, 'state' | 'standing'>
  /** The clock of the server. */
  now?: () => number
  /** Of another house, in which there is more than a server. */
  house?: Required<Pick<ServerOptions, 'admin' | 'store' | 'now' | 'handovers'>>
}

/** Asks for one of two rooms. */
export const roomScenario = scenarioSchema.parse({
  ...{ version: 1, id: 'room', title: 'Book a room', start: [{ match: { partial: 'room' } }], first: 'which' },
  nodes: {
    which: {
      say: 'Which room would you like?',
      options: [
        { text: 'The blue one', goto: 'done' },
        { text: 'The red one', goto: 'full' },
      ],
    },
    full: { say: 'The red one is full. Try the blue one.', goto: 'which' },
    done: { say: 'It is yours.', end: 'completed' },
  },
})

/** A whole server, and its console as it is built, in a browser. */
export async function openConsole(browser: Awaited<ReturnType<typeof openBrowser>>, settings: ConsoleSettings = {}) {
  const {
    locale = 'en',
    colorScheme = 'light',
    width = 1280,
    timezoneId,
    agents,
    configFolder,
    now,
    house,
    parts,
  } = settings
  const options = {
    consolePage: builtConsole,
    publicUrl: 'http://localhost:3000',
    ...(agents && { agents }),
    ...(configFolder && { configFolder }),
    ...(now && { now }),
    ...house,
    ...parts,
  }
  const server = await startServer(options)
  const viewport = { width, height: 800 }
  const context = await browser.newContext({ locale, colorScheme, viewport, ...(timezoneId && { timezoneId }) })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  const at = (path: string) => server.url + path
  const { console } = (house ?? server).admin
  const link = async () => `${at('/console/in')}#${(await console.link(server.account, 'cli')).split('#')[1]}`
  return { ...server, context, page, wrong, at, link }
}

/** The same with somebody signed in to it. */
export async function enterConsole(browser: Awaited<ReturnType<typeof openBrowser>>, settings: ConsoleSettings = {}) {
  const opened = await openConsole(browser, settings)
  const { admin, account, page, link } = opened
  await page.goto(await link())
  await page.getByRole('button', { name: /Open the console|コンソールを開く/ }).click()
  await page.getByRole('navigation').first().waitFor()
  const ben = { account, author: 'slack_T0AB_U0BEN', door: 'console' } as const
  /** Somebody else changes the draft meanwhile. */
  const rename = (displayName: string) =>
    admin.drafts.change('guide', ben, { action: 'agent.edit' }, (document) => ({
      ...document,
      agent: { ...document.agent, displayName },
    }))
  return { ...opened, rename, ben }
}

/** By its keys to a page; pressed again, as a person would, where more time passed between the two than they belong together. */
export async function goTo(page: Page, key: string, path: `/${string}`): Promise<void> {
  const go = async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    return page
      .waitForURL((url) => url.pathname.endsWith(path), { timeout: 2000, waitUntil: 'commit' })
      .then(
        () => true,
        () => false,
      )
  }
  await expect.poll(go, { timeout: 30_000 }).toBe(true)
}

/** What the page’s own policy refused would stand among them. What was refused of a change is told by the browser too. */
export const unexpected = (wrong: readonly string[]) => wrong.filter((line) => !/ 4(00|01|12) /.test(line))

/** For whoever wants to look at the pages: into the folder that `SHOTS` names. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** All is there that the page asks for: an open console hears what changes, so that its network is never at rest. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.getByText(/^(Loading…|読み込み中…)$/).count()).toBe(0)
}
