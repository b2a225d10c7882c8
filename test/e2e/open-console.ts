import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { type ServerOptions, startServer } from '../http/server.ts'
import type { openBrowser } from '../support/browser.ts'

export const builtConsole = join(import.meta.dirname, '../../dist/console-page')

export interface ConsoleSettings {
  locale?: string
  colorScheme?: 'light' | 'dark'
  width?: number
  agents?: ServerOptions['agents']
}

/** A whole server, and its console as it is built, in a browser. */
export async function openConsole(browser: Awaited<ReturnType<typeof openBrowser>>, settings: ConsoleSettings = {}) {
  const { locale = 'en', colorScheme = 'light', width = 1280, agents } = settings
  const options = { consolePage: builtConsole, publicUrl: 'http://localhost:3000', ...(agents && { agents }) }
  const server = await startServer(options)
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 800 } })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  const at = (path: string) => server.url + path
  const link = async () =>
    `${at('/console/in')}#${(await server.admin.console.link(server.account, 'cli')).split('#')[1]}`
  return { ...server, context, page, wrong, at, link }
}

export const findings = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
