import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The Chromium of this machine, or the one that CHROMIUM names; undefined where there is none. */
export const browserPath: string | undefined = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Of tests that run only where there is a `browserPath`. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: browserPath!, args: flags })

/** Somebody else in a pane, once it is theirs: what is typed before is of whoever was there. */
export async function become(page: Page, user: string): Promise<void> {
  await page.getByTestId(`user-${user}`).click()
  await page.locator(`[data-testid="user-${user}"][aria-pressed="true"]`).waitFor()
}
