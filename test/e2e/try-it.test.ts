import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../http/server.ts'
import { browserPath, openBrowser } from '../support/browser.ts'

let browser: Browser
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

it.runIf(browserPath)(
  'what the page at /docs tells of can be tried in it, and a bad key is told as it is',
  async () => {
    const { url, managementKey, conversationKey } = await startServer()
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${url}/docs`)
    const attempt = async (operation: string, key: string) => {
      await page.getByLabel('Your key').fill(key)
      const section = page.locator(`section#${operation}`)
      const form = section.locator('.try')
      if ((await form.getAttribute('open')) === null) await form.locator('summary').click()
      await form.getByRole('button', { name: 'Send' }).click()
      return form.locator('.answer')
    }
    const listed = await attempt('listAgentsV1', managementKey)
    await expect.poll(() => listed.innerText()).toMatch(/^200 OK\s+\{[\s\S]*"guide"/)
    const talked = await attempt('converse', conversationKey)
    await expect.poll(() => talked.innerText()).toMatch(/^200 OK\s[\s\S]*bestResponse/)
    expect(complaints).toEqual([])
    const refused = await attempt('listAgentsV1', 'wrong')
    await expect.poll(() => refused.innerText()).toMatch(/^401 [\s\S]*invalid_api_key/)
    // The key has gone nowhere but with what was sent.
    expect(page.url()).toBe(`${url}/docs`)
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  },
)
