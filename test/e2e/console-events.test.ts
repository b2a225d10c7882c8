import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { verified } from '../support/event-receiver.ts'
import { startWebhookServer } from '../support/webhook-server.ts'
import { enterConsole, goTo, openConsole, settled, shot, unexpected } from './open-console.ts'

vi.setConfig({ testTimeout: 120_000 })
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

it.skipIf(!browserPath)(
  'an endpoint is added, fails, is sent again what it missed, and is removed, by keys alone',
  async () => {
    const { page, wrong, say, admin, account } = await enterConsole(browser)
    let status = 410
    const hook = await startWebhookServer((_, response) => void response.writeHead(status).end())
    await goTo(page, 'e', '/events')
    await page.getByText('Nowhere yet').waitFor()
    expect(await findings(page)).toEqual([])

    await page.getByLabel('Address', { exact: true }).fill(hook.url)
    await page.getByRole('checkbox', { name: 'turn.answered' }).press('Space')
    await page.getByRole('button', { name: 'Add' }).press('Enter')
    const secret = page.getByRole('region', { name: 'The secret that signs what is sent.' })
    await secret.getByText('It is shown this once').waitFor()
    const whsec = await secret.locator('[data-secret]').innerText()
    expect(await findings(page)).toEqual([])
    await shot(page, 'events-secret')
    await secret.getByRole('button', { name: 'I have it' }).press('Enter')
    await expect.poll(() => page.getByText(whsec).count()).toBe(0)

    await say({ uid: 'ann', utterance: 'hello' })
    await expect.poll(() => hook.received.length).toBe(1)
    await page.reload()
    await page
      .getByText('did not take the last one: status 410')
      .or(page.getByText(/fails since/))
      .waitFor()
    await page.getByText('given up after 1 attempt: status 410').waitFor()
    await page.getByLabel('Only what was given up').press('Space')
    await expect.poll(() => page.getByRole('button', { name: /^Send turn.answered of/ }).count()).toBe(1)
    expect(await findings(page)).toEqual([])
    await shot(page, 'events')

    status = 200
    await page.getByRole('button', { name: /^Send turn.answered of/ }).press('Enter')
    await expect.poll(() => hook.received.length).toBe(2)
    expect(verified(hook.received[1]!, whsec)).toMatchObject({ type: 'turn.answered', data: { uid: 'ann' } })
    expect(hook.received[1]!.headers['webhook-id']).toBe(hook.received[0]!.headers['webhook-id'])
    await page.getByLabel('Only what was given up').press('Space')
    await page.getByLabel('Type').last().selectOption('turn.answered')
    await page.getByText(/^delivered /).waitFor({ timeout: 30_000 })
    const [entry] = await admin.audit.list(account, { limit: 1 })
    expect(entry).toMatchObject({ action: 'event.resend', door: 'console' })

    const remove = page.getByRole('button', { name: `Remove ${hook.url}` })
    await remove.press('Enter')
    await page.getByText('Press again').waitFor()
    await remove.press('Enter')
    await page.getByText('Nowhere yet').waitFor()
    expect(unexpected(wrong)).toEqual([])
  },
)

it.skipIf(!browserPath)('somebody is made admin and owner, blocked and unblocked, each by a second press', async () => {
  const { page, wrong, admin, account } = await enterConsole(browser)
  await goTo(page, 'p', '/people')
  await page.getByText(`the administrator’s uid: ${account}`).waitFor()
  const form = page.getByRole('form', { name: 'A role for somebody' })
  const cat = 'slack_T0AB_U0CAT'
  const rolesOf = async (person: string) =>
    (await admin.roles.list(account)).filter((one) => one.person === person).map(({ role, agent }) => [role, agent])
  const row = page.getByRole('row').filter({ hasText: cat }).filter({ hasText: 'Take away' })
  /** Its first press asks, and does nothing. */
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await page.getByText('Press again').waitFor()
    await page.getByRole('button', { name, exact: true }).press('Enter')
  }

  await form.getByRole('textbox', { name: 'Uid' }).fill(cat)
  await form.getByLabel('Of which agent').selectOption('guide')
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: `Make ${cat} admin of guide` }).press('Enter')
  expect(await rolesOf(cat)).toEqual([])
  await form.getByRole('button', { name: `Make ${cat} admin of guide` }).press('Enter')
  await row.filter({ hasText: 'admin of guide' }).waitFor()
  expect(await rolesOf(cat)).toEqual([['admin', 'guide']])

  await form.getByRole('textbox', { name: 'Uid' }).fill(cat)
  await form.getByLabel('Role').selectOption('owner')
  await press(`Make ${cat} owner`)
  await row.filter({ hasText: 'owner' }).waitFor()
  await form.getByRole('textbox', { name: 'Uid' }).fill(cat)
  await form.getByLabel('Role').selectOption('blocked')
  await press(`Block ${cat}`)
  // The last owner stays one, whoever presses.
  await form.getByRole('alert').waitFor()
  expect(await rolesOf(cat)).toEqual([['owner', null]])

  await form.getByRole('textbox', { name: 'Uid' }).fill('slack_T0AB_U0DAN')
  await press('Block slack_T0AB_U0DAN')
  await expect.poll(() => rolesOf('slack_T0AB_U0DAN')).toEqual([['blocked', null]])
  expect(await findings(page)).toEqual([])
  await press('Unblock slack_T0AB_U0DAN')
  await expect.poll(() => rolesOf('slack_T0AB_U0DAN')).toEqual([])
  await shot(page, 'roles')
  expect(wrong.filter((line) => !/ 409 /.test(line))).toEqual([])
})

it.skipIf(!browserPath)('a key is issued and shown once, and the API is switched off and on', async () => {
  const { page, wrong, request, say, admin, account } = await enterConsole(browser)
  await goTo(page, 'p', '/people')
  const form = page.getByRole('form', { name: 'A new key' })
  await form.getByLabel('Name').fill('Reports')
  await form.getByLabel('Opens').selectOption('management')
  await form.getByLabel('turns:read').press('Space')
  await form.getByLabel('Last day').fill('2099-12-31')
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: 'Issue a key' }).press('Enter')
  const shown = page.getByRole('region', { name: 'The new key.' })
  const key = await shown.locator('[data-secret]').innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copy' }).press('Enter')
  await shown.getByText('Copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
  expect(await findings(page)).toEqual([])
  await shot(page, 'key')
  await page.reload()
  await page.getByText('only turns:read').waitFor()
  expect(await page.getByText(key).count()).toBe(0)
  const issued = (await admin.keys.list(account)).find(({ name }) => name === 'Reports')!
  expect(issued).toMatchObject({ kind: 'management', scopes: ['turns:read'] })
  expect(new Date(issued.expiresAt!).getUTCFullYear()).toBeGreaterThan(2098)

  const reads = async () => (await request('GET', '/v1/events', undefined, { authorization: `Bearer ${key}` })).status
  const call = async () => (await say({ uid: 'ann', utterance: 'hello' })).status
  expect([await reads(), await call()]).toEqual([200, 200])
  const off = page.getByRole('button', { name: 'Switch the API off for conversations' })
  await off.press('Enter')
  await page.getByText('Press again').waitFor()
  expect(await call()).toBe(200)
  await off.press('Enter')
  await page.getByText('The API is off').waitFor()
  expect([await reads(), await call()]).toEqual([200, 401])
  // Whoever is signed in goes on.
  await page.getByRole('button', { name: 'Switch the API on for conversations' }).press('Enter')
  await page.getByText('the API is on').waitFor()
  expect(await call()).toBe(200)

  await form.getByLabel('Opens').selectOption('agent')
  await form.getByLabel('Name').fill('Guide alone')
  await form.getByRole('button', { name: 'Issue a key' }).press('Enter')
  await shown.waitFor()
  expect((await admin.keys.list(account)).find(({ name }) => name === 'Guide alone')).toMatchObject({ agent: 'guide' })
  expect(unexpected(wrong)).toEqual([])
})

it.skipIf(!browserPath)('admins see it and change nothing; in Japanese, dark, on a narrow screen', async () => {
  const opened = await openConsole(browser, { locale: 'ja', colorScheme: 'dark', width: 360 })
  const { page, admin, account, at, say, wrong } = opened
  const byHand = { account, author: 'cli', door: 'cli' } as const
  const ben = 'slack_T0AB_U0BEN'
  await admin.roles.set(ben, 'admin', undefined, byHand)
  const hook = await startWebhookServer()
  await admin.events.add({ url: hook.url, types: [] }, byHand)
  await say({ uid: 'ann', utterance: 'hello' })
  await expect.poll(() => hook.received.length).toBeGreaterThan(0)
  await page.goto(at(`/console/in#${(await admin.console.link(account, ben)).split('#')[1]}`))
  await page.getByRole('button', { name: 'コンソールを開く' }).click()
  await page.getByRole('navigation').first().waitFor()
  for (const [path, seen] of [
    ['/console/events', 'turn.answered'],
    ['/console/people', 'アカウント'],
  ] as const) {
    await page.goto(at(path))
    await page.getByRole('main').getByText(seen).locator('visible=true').first().waitFor()
    await settled(page)
    expect([path, await findings(page)]).toEqual([path, []])
    await shot(page, `ja${path.replaceAll('/', '-')}`)
    expect(
      await page.getByRole('button', { name: /送り直す|送る|削除する|発行する|停止する|失効させる/ }).count(),
    ).toBe(0)
    // Nothing is wider than the screen.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  }
  // Owners see on it what they may press.
  await admin.roles.set(ben, 'owner', undefined, byHand)
  for (const path of ['/console/events', '/console/people']) {
    await page.goto(at(path))
    await page
      .getByRole('button', { name: /送り直す|発行する/ })
      .first()
      .waitFor()
    await settled(page)
    expect([path, await findings(page)]).toEqual([path, []])
    await shot(page, `ja-owner${path.replaceAll('/', '-')}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  }
  expect(unexpected(wrong)).toEqual([])
})
