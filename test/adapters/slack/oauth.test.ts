import { request } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import type { SlackOptions } from '../../../adapters/slack/index.ts'
import { manifest, type Wants } from '../../../adapters/slack/manifest.ts'
import type { SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import type { InboundMessage } from '../../../src/model/message.ts'
import { inboxWith, memoryClaims } from '../../support/adapter-parts.ts'
import { createHarness, type SlackHarness, type Way } from './harness.ts'

const oauth = { clientId: '1000000000.2000000000', clientSecret: 'simulator-client-secret' }
const signal = new AbortController().signal
const acme = {
  id: 'T0ACME',
  name: 'Acme',
  users: [{ id: 'U0CAY', name: 'cay', real_name: 'Cay', is_bot: false }],
  channels: [{ id: 'C0ACME', kind: 'channel' as const, name: 'acme' }],
}
const grid = { id: 'E0GRID', name: 'Grid' }
let harness: SlackHarness
let clock = 0
const messages: InboundMessage[] = []

async function open(way: Way = 'socket', slack: Partial<SlackOptions> = {}, simulator: SlackSimulatorOptions = {}) {
  messages.length = 0
  clock = 0
  harness = await createHarness(way, { slack: { oauth, now: () => Date.now() + clock, ...slack }, simulator })
  await harness.adapter.start(inboxWith({ message: async (message) => void messages.push(message) }))
}

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

/** A browser that follows the way to Slack, where somebody says yes or no, and back. */
async function visit() {
  const begun = await fetch(`${harness.url}/slack/install`, { redirect: 'manual' })
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
  const toSlack = begun.headers.get('location')!
  return { cookie, toSlack, begun }
}

async function comeBack(address: string, cookie: string): Promise<{ status: number; page: string }> {
  // The simulated app has a public address; the server under test is here.
  const { pathname, search } = new URL(address)
  const answer = await fetch(`${harness.url}${pathname}${search}`, { headers: { cookie } })
  return { status: answer.status, page: await answer.text() }
}

async function install(team: string, orgWide = false) {
  const { cookie, toSlack } = await visit()
  return comeBack(harness.simulator.authorize(toSlack, { team, orgWide }), cookie)
}

describe('an app that many workspaces install', () => {
  it.each<Way>(['socket', 'http'])('answers each of them with its own token: %s', async (way) => {
    await open(way)
    const other = harness.simulator.addTeam(acme)
    expect(harness.adapter.channel('T0ACME')).toBeUndefined()
    expect(await install('T0PARLEY')).toMatchObject({ status: 200, page: expect.stringContaining('Parley HQ') })
    expect(await install('T0ACME')).toMatchObject({ status: 200, page: expect.stringContaining('Acme') })
    const [first, second] = [...harness.installations.kept.values()]
    expect([first!.id, second!.id]).toEqual(['T0PARLEY', 'T0ACME'])
    const token = ({ credentials }: typeof first & object) => JSON.parse(credentials!).token
    expect(token(first!)).not.toBe(token(second!))

    harness.simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley one' })
    other.say({ user: 'U0CAY', channel: 'C0ACME', text: '@Parley two' })
    await harness.settled()
    const heard = new Map(messages.map((message) => [message.text, message]))
    expect(heard.get('one')).toMatchObject({ installation: 'T0PARLEY', addressed: 'mention' })
    // Its bot has another id there.
    expect(heard.get('two')).toMatchObject({
      installation: 'T0ACME',
      addressed: 'mention',
      author: { uid: 'slack_T0ACME_U0CAY' },
    })

    const { replyTo } = heard.get('two')!
    expect(await harness.adapter.channel('T0ACME')!.post(replyTo, { text: 'hi' }, 'k', signal)).toHaveProperty('ok')
    expect(other.messages('C0ACME').map(({ user }) => user)).toEqual(['U0CAY', 'U1PARLEY'])
    expect(await harness.adapter.channel('T0PARLEY')!.post(replyTo, { text: 'hi' }, 'k', signal)).toMatchObject({
      refused: { code: 'forbidden' },
    })
  })

  it('remembers them when it starts again', async () => {
    await open()
    await install('T0PARLEY')
    await harness.adapter.stop()
    await harness.adapter.start(inboxWith({ message: async (message) => void messages.push(message) }))
    harness.simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'still there?' })
    await harness.settled()
    expect(messages).toMatchObject([{ text: 'still there?', addressed: 'direct' }])
  })

  it('hears of a removal that Slack told of while it was down', async () => {
    await open()
    await install('T0PARLEY')
    await harness.adapter.stop()
    harness.simulator.uninstall('T0PARLEY')
    clock = 60_000
    const removed: string[] = []
    await harness.adapter.start(
      inboxWith({ control: async (event) => void (event.kind === 'uninstalled' && removed.push(event.installation)) }),
    )
    await expect.poll(() => removed).toContain('T0PARLEY')
    const place = 'slack:T0PARLEY:C0GENERAL' as InboundMessage['replyTo']
    expect(await harness.adapter.channel('T0PARLEY')!.post(place, { text: 'x' }, 'k', signal)).toMatchObject({
      refused: { code: 'revoked' },
    })
  })

  it('serves an organisation with one token, in all of its workspaces', async () => {
    await open('socket', {}, { team: { id: 'T0PARLEY', name: 'Parley HQ', enterprise: grid } })
    const other = harness.simulator.addTeam({ ...acme, enterprise: grid })
    expect(await install('T0PARLEY', true)).toMatchObject({ status: 200, page: expect.stringContaining('Grid') })
    harness.simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'one' })
    other.say({ user: 'U0CAY', channel: 'D0CAY', text: 'two' })
    await harness.settled()
    expect(messages.map(({ text, installation, author }) => [text, installation, author.uid]).toSorted()).toEqual([
      ['one', 'E0GRID', 'slack_E0GRID_U0ANN'],
      ['two', 'E0GRID', 'slack_E0GRID_U0CAY'],
    ])
    const channel = harness.adapter.channel('E0GRID')!
    for (const { replyTo } of messages)
      expect(await channel.post(replyTo, { text: 'hi' }, 'k', signal)).toHaveProperty('ok')
    expect(other.messages('D0CAY')).toHaveLength(2)
    harness.simulator.uninstall('T0PARLEY')
    await harness.settled()
    const last = harness.simulator.deliveries.findLast(({ type }) => type === 'app_uninstalled')!
    expect(last.payload).toMatchObject({ team_id: null, authorizations: [{ enterprise_id: 'E0GRID' }] })
    const calls = harness.simulator.calls.length
    expect(await channel.post(messages[0]!.replyTo, { text: 'x' }, 'k', signal)).toMatchObject({
      refused: { code: 'revoked' },
    })
    // It knows by what Slack told, and need not ask.
    expect(harness.simulator.calls).toHaveLength(calls)
  })

  it('is removed from one of them alone, and comes back', async () => {
    await open()
    const other = harness.simulator.addTeam(acme)
    await install('T0PARLEY')
    await install('T0ACME')
    const goodbye = harness.simulator.deliveries.length
    harness.simulator.uninstall('T0ACME')
    await harness.settled()
    const place = 'slack:T0ACME:C0ACME' as InboundMessage['replyTo']
    const calls = harness.simulator.calls.length
    expect(await harness.adapter.channel('T0ACME')!.post(place, { text: 'x' }, 'k', signal)).toMatchObject({
      refused: { code: 'revoked' },
    })
    expect(harness.simulator.calls.length).toBe(calls)
    other.say({ user: 'U0CAY', channel: 'D0CAY', text: 'hello?' })
    harness.simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'hello' })
    await harness.settled()
    expect(messages.map(({ text }) => text)).toEqual(['hello'])

    clock = 5000
    await install('T0ACME')
    // Slack may tell of the removal once more, late.
    for (const { id } of harness.simulator.deliveries.slice(goodbye, goodbye + 2)) {
      expect(await harness.simulator.deliver(id, { retry: { num: 3, reason: 'http_timeout' } })).toEqual(['ok'])
    }
    other.say({ user: 'U0CAY', channel: 'D0CAY', text: 'hello again' })
    await harness.settled()
    expect(messages.map(({ text }) => text)).toEqual(['hello', 'hello again'])
    expect(await harness.adapter.channel('T0ACME')!.post(place, { text: 'x' }, 'k', signal)).toHaveProperty('ok')
  })
})

describe('an app with token rotation', () => {
  const hours = 3_600_000
  const rotating = { app: { tokenRotation: true }, now: () => Date.now() + clock }
  const kept = () => JSON.parse([...harness.installations.kept.values()][0]!.credentials!) as { token: string }
  const place = 'slack:T0PARLEY:C0GENERAL' as InboundMessage['replyTo']
  const post = (key: string) => harness.adapter.channel('T0PARLEY')!.post(place, { text: 'hi' }, key, signal)
  const refreshes = () =>
    harness.simulator.calls.filter(({ method, args }) => method === 'oauth.v2.access' && args['grant_type'])

  it('gets the next token before the one it has ends, and goes by that once it is kept', async () => {
    await open('http', {}, rotating)
    expect(await install('T0PARLEY')).toMatchObject({ status: 200 })
    const first = kept().token
    expect(first).toMatch(/^xoxe\.xoxb-1-/)
    clock = 9 * hours
    await expect(post('k1')).resolves.toHaveProperty('ok')
    expect(kept().token).toBe(first)
    clock = 10.5 * hours
    await expect.poll(() => kept().token).not.toBe(first)
    clock = 20 * hours
    await expect(post('k2')).resolves.toHaveProperty('ok')
    expect(refreshes()).toHaveLength(1)
    expect(JSON.stringify(harness.log)).not.toMatch(/xoxe/)
  })

  it('that was away for longer than a token lasts begins with a new one', async () => {
    await open('http', {}, rotating)
    await install('T0PARLEY')
    await harness.adapter.stop()
    clock = 30 * hours
    const later = harness.another()
    await later.open()
    const { channel } = { channel: later.channel('T0PARLEY')! }
    expect(await channel.post(place, { text: 'hi' }, 'k', signal)).toHaveProperty('ok')
    await later.stop()
  })

  it('is asked by one process alone, and the others go by what that has kept', async () => {
    const claims = memoryClaims()
    await open('http', { claims }, rotating)
    await install('T0PARLEY')
    const others = [harness.another(), harness.another()]
    for (const one of others) await one.open()
    const first = kept().token
    clock = 10.5 * hours
    await expect.poll(() => kept().token).not.toBe(first)
    clock = 13 * hours
    for (const [n, one] of others.entries())
      await expect
        .poll(() => one.channel('T0PARLEY')!.post(place, { text: 'hi' }, `k${n}`, signal))
        .toHaveProperty('ok')
    expect(refreshes()).toHaveLength(1)
    for (const one of others) await one.stop()
  })

  it('keeps what Slack gave although the database was away, and says so where Slack gives nothing more', async () => {
    await open('http', {}, rotating)
    await install('T0PARLEY')
    const first = kept().token
    const { add } = harness.installations
    harness.installations.add = () => Promise.reject(new Error('disk full'))
    clock = 10.5 * hours
    await expect.poll(refreshes).toHaveLength(1)
    expect(kept().token).toBe(first)
    await expect(post('k1')).resolves.toHaveProperty('ok')
    harness.installations.add = add
    clock += 120_000
    await expect.poll(() => kept().token).not.toBe(first)
    expect(refreshes()).toHaveLength(1)
    harness.simulator.faults.set([{ kind: 'refuse', method: 'oauth.v2.access', error: 'invalid_refresh_token' }])
    clock += 11 * hours
    const said = () => harness.adapter.degraded!().join()
    await expect.poll(said).toMatch(/no new token for the app in T0PARLEY \(invalid_refresh_token\)/)
  })
})

describe('the way to Slack and back', () => {
  it.each<Wants>([{}, { faces: true }, { reactions: true }, { search: true }, { faces: true, reactions: true }])(
    'asks for what the manifest asks for: %j',
    async (wants) => {
      await open('socket', { wants })
      const { oauth_config } = JSON.parse(manifest({ name: 'Parley', ...wants }))
      const asked = new URL((await visit()).toSlack).searchParams.get('scope')!.split(',')
      expect(asked).toEqual(oauth_config.scopes.bot)
      expect(asked.includes('chat:write.customize')).toBe(wants.faces === true)
      expect(asked.includes('search:read.public')).toBe(wants.search === true)
      expect(asked.includes('reactions:read') && asked.includes('reactions:write')).toBe(wants.reactions === true)
    },
  )

  it('goes to Slack with a cookie that it guards', async () => {
    await open()
    const { toSlack, begun } = await visit()
    expect(begun.status).toBe(302)
    const { pathname, searchParams } = new URL(toSlack)
    expect(pathname).toBe('/oauth/v2/authorize')
    expect(searchParams.get('client_id')).toBe(oauth.clientId)
    expect(begun.headers.get('set-cookie')).toMatch(/; Path=\/slack; HttpOnly; SameSite=Lax; Max-Age=600$/)
    const shown = await request(`${harness.url}/slack/install`, { headers: { host: 'parley.example.com' } })
    await shown.body.dump()
    expect(shown.headers['set-cookie']).toMatch(/; Secure$/)
  })

  it('may be gone once only, soon, and in one browser', async () => {
    await open()
    const { cookie, toSlack } = await visit()
    const back = harness.simulator.authorize(toSlack, { team: 'T0PARLEY' })
    const stranger = await visit()
    for (const other of ['', stranger.cookie]) expect((await comeBack(back, other)).status).toBe(400)
    clock = 601_000
    expect((await comeBack(back, cookie)).status).toBe(400)
    clock = 0
    expect((await comeBack(back, cookie)).status).toBe(200)
    const again = await comeBack(back, cookie)
    expect(again).toMatchObject({ status: 400, page: expect.stringContaining('opened too late, a second time') })
    const forged = new URL(back)
    forged.searchParams.set('state', 'v1:0:a:b:c')
    expect((await comeBack(forged.href, cookie)).status).toBe(400)
    // Another process does not know that it was used, but the browser has forgotten it, and Slack takes no code twice.
    await harness.adapter.stop()
    const restarted = await createHarness('socket', { slack: { oauth } })
    const late = await fetch(`${restarted.url}/slack/oauth_redirect${new URL(back).search}`, { headers: { cookie } })
    expect([late.status, late.headers.get('set-cookie')]).toEqual([502, expect.stringContaining('Max-Age=0')])
    expect(restarted.installations.kept.size).toBe(0)
    await restarted.close()
  })

  it('may be turned back from', async () => {
    await open()
    const { cookie, toSlack } = await visit()
    const denied = await comeBack(harness.simulator.authorize(toSlack, { team: 'T0PARLEY', deny: true }), cookie)
    expect(denied).toMatchObject({ status: 200, page: expect.stringContaining('You cancelled it in Slack.') })
    expect(harness.installations.kept.size).toBe(0)
  })

  it.each<[string, Partial<SlackOptions>, SlackSimulatorOptions, string]>([
    ['a wrong secret', { oauth: { ...oauth, clientSecret: 'a wrong secret' } }, {}, 'SLACK_CLIENT_SECRET'],
  ])('says on a page what to mend: %s', async (_, slack, simulator, words) => {
    await open('socket', slack, simulator)
    const failed = await install('T0PARLEY')
    expect(failed).toMatchObject({ status: 502, page: expect.stringContaining(words) })
    expect(harness.installations.kept.size).toBe(0)
    expect(JSON.stringify(harness.log)).not.toMatch(/xoxb-|wrong secret/)
  })

  it('says when Slack does not answer', async () => {
    await open()
    harness.simulator.faults.set([{ kind: 'reset', method: 'oauth.v2.access' }])
    expect(await install('T0PARLEY')).toMatchObject({
      status: 502,
      page: expect.stringContaining('could not be reached'),
    })
  })

  it('keeps nothing half: what could not be kept is installed by coming again', async () => {
    await open()
    const { add } = harness.installations
    harness.installations.add = () => Promise.reject(new Error('disk full'))
    expect(await install('T0PARLEY')).toMatchObject({
      status: 500,
      page: expect.stringMatching(/Something went wrong here.*\/slack\/install/s),
    })
    expect(harness.adapter.channel('T0PARLEY')).toBeUndefined()
    harness.installations.add = add
    expect(await install('T0PARLEY')).toMatchObject({ status: 200 })
    expect(JSON.stringify(harness.log)).not.toContain('xoxb-')
  })

  it('shows nothing of an address as a page of its own', async () => {
    await open()
    const { cookie, toSlack } = await visit()
    const back = new URL(harness.simulator.authorize(toSlack, { team: 'T0PARLEY', deny: true }))
    back.searchParams.set('error', '<script>alert(1)</script>')
    const { page } = await comeBack(back.href, cookie)
    expect(page).not.toContain('<script>')
    expect(page).toContain('&#60;script&#62;')
  })
})
