import type { Browser, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { browserPath, launchBrowser } from './chromium.ts'

export { browserPath }

let opened: Browser | undefined

/** Of tests that run only where there is a `browserPath`. */
export async function openBrowser(): Promise<Browser> {
  opened = await launchBrowser()
  return opened
}

// What a page showed when its test failed, which no line of the test tells.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of opened?.contexts().flatMap((context) => context.pages()) ?? [])
    console.error(`${page.url()} showed:\n${await page.locator('body').innerText({ timeout: 5000 })}`)
})

/** Somebody else in a pane, once it is theirs: what is typed before is of whoever was there. */
export async function become(page: Page, user: string): Promise<void> {
  await page.getByTestId(`user-${user}`).click()
  await page.locator(`[data-testid="user-${user}"][aria-pressed="true"]`).waitFor()
}
