import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createIdentities } from '../../src/app/parts/identities.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { startServer } from '../http/server.ts'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { runCommand } from '../support/command.ts'
import { client, startIssuer } from '../support/oidc-issuer.ts'
import { startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { startTlsProxy } from '../support/tls-proxy.ts'
import { builtConsole, shot, unexpected } from './open-console.ts'

// A browser that starts beside other tests takes its time, and axe reads every page whole.
vi.setConfig({ testTimeout: 60_000 })
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

const ann = 'slack_T0AB_U0ANN'

/** The console behind a proxy that ends TLS, where people may sign in with their house’s issuer, in a browser. */
async function open(locale = 'en') {
  const proxy = await startTlsProxy()
  const issuer = await startIssuer({ redirectUris: [`${proxy.url}/console/oidc/house`] })
  issuer.people['ann'] = { email: 'ann@example.com', email_verified: true }
  issuer.people['cat'] = { email: 'cat@example.com', email_verified: true }
  const server = await startServer({
    ...{ consolePage: builtConsole, publicUrl: proxy.url, identities: createIdentities({ now: Date.now }) },
    issuers: [
      {
        ...{
          id: 'house',
          name: 'Example',
          account: 'default',
          issuer: issuer.issuer,
          scope: 'openid email',
          ...client,
        },
        people: { claim: 'email', uids: { 'ann@example.com': ann } },
      },
    ],
  })
  proxy.leadTo(server.url)
  const { admin, account } = server
  await admin.roles.set(ann, 'owner', undefined, { account, author: 'cli', door: 'cli' })
  const context = await browser.newContext({ locale, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('pageerror', (error) => wrong.push(error.message))
  return { ...server, issuer, page, context, wrong, at: (path: string) => proxy.url + path }
}

it.skipIf(!browserPath)('one press signs in with an issuer, and leads to the page that was wanted', async () => {
  const { page, context, wrong, at } = await open()
  await page.goto(at('/console/sessions'))
  const button = page.getByRole('button', { name: 'Sign in with Example' })
  await button.waitFor()
  expect(await findings(page)).toEqual([])
  await shot(page, 'signed-out-with-issuer')
  await button.press('Enter')

  await page.getByText('this one').waitFor()
  expect(page.url()).toBe(at('/console/sessions'))
  await expect.poll(() => page.getByText(ann).count()).toBeGreaterThan(0)
  const cookies = await context.cookies(at('/'))
  expect(cookies.map(({ name, httpOnly, secure, sameSite }) => [name, httpOnly, secure, sameSite])).toEqual([
    ['__Host-parley', true, true, 'Lax'],
  ])
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath)('whoever is nobody here is told so in their language, and can begin again', async () => {
  const { page, issuer, at } = await open('ja')
  issuer.state.person = 'cat'
  issuer.state.isAway = 'everything'
  await page.goto(at('/console'))
  const button = page.getByRole('button', { name: 'Example でサインイン' })
  await button.click()
  await page.getByRole('alert').getByText('今は Example につながらないため').waitFor()
  issuer.state.isAway = undefined
  await button.click()
  await page.getByText('Example によると、あなたは cat@example.com です').waitFor()
  expect(await findings(page)).toEqual([])
  await shot(page, 'nobody-here')
  await page.getByRole('link', { name: 'コンソールへ' }).click()
  await button.waitFor()
})

it.skipIf(!browserPath)('a link that ends somebody else’s sign-in signs nobody in', async () => {
  const { page, issuer, at, request, admin, account } = await open()
  // As whoever wants another to act as them: they begin it, and send on where they were led back to.
  const own = { 'x-parley-console': '1', 'sec-fetch-site': 'same-origin' }
  const begun = (await (await request('POST', '/console/api/ways/house', {}, own)).json()) as { url: string }
  await page.goto((await issuer.back(begun.url)).href)
  await page.getByText('was not begun in this browser').waitFor()
  await page.goto(at('/console'))
  await page.getByText('You are not signed in').waitFor()
  expect(await admin.console.list(account)).toEqual([])
})

it.skipIf(!browserPath)('the program that people start has what its settings name, and the door says so', async () => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const issuer = await startIssuer({ redirectUris: [`${url}/console/oidc/house`] })
  issuer.people['ann'] = { email: 'ann@example.com', email_verified: true }
  const [cwd, data] = [tempFolder(onTestFinished), tempFolder(onTestFinished)]
  mkdirSync(join(cwd, 'config'))
  const house = { id: 'house', name: 'Example', issuer: issuer.issuer, clientId: client.clientId }
  const oidc = [{ ...house, secretEnv: 'HOUSE_SECRET', people: { 'ann@example.com': ann } }]
  writeFileSync(join(cwd, 'config/parley.yaml'), JSON.stringify({ console: { oidc } }))
  const env = { PARLEY_DATA: data, PARLEY_PLAYGROUND: 'off', HOUSE_SECRET: client.clientSecret }
  const address = { PORT: String(port), PUBLIC_URL: url }
  const bin = join(resolve(import.meta.dirname, '../..'), 'bin/parley.mjs')
  const parley = await startProcess({ ...env, ...address }, { cwd, bin })
  onTestFinished(() => parley.kill())
  const terminal = { stdout: { write: () => {} }, stderr: { write: () => {} }, env }
  expect(await runCommand(['agent', 'role', 'add', `@${ann}`, 'owner'], terminal)).toBe(0)

  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  await page.getByRole('link', { name: 'Open the console, or sign in there' }).click()
  await page.getByRole('button', { name: 'Sign in with Example' }).click()
  await page.getByRole('navigation').getByText('People and keys').waitFor()
  expect(page.url()).toContain(`${url}/console/conversations`)
})
