import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../../console/stand-ins/teams/index.ts'

const standIns = {
  slack: { create: createSlackSimulator, user: 'U0ANN' },
  discord: { create: createDiscordSimulator, user: '1200000000000000011' },
  teams: { create: createTeamsSimulator, user: '29:1ann' },
}
type Name = keyof typeof standIns
const names = Object.keys(standIns) as Name[]

async function open(name: Name) {
  const simulator = standIns[name].create()
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const { port } = new URL(simulator.url)
  /** As a browser sends it, or a program that says what it likes. */
  const ask = async (headers: Record<string, string>, path = `/client/events?user=${standIns[name].user}`) => {
    const asked = request(simulator.url + path, { headers })
    asked.end()
    asked.on('error', () => {})
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.destroy()
    return answer.statusCode
  }
  return { port, ask }
}

it.each(names)('%s lets programs of this machine in by any of its names', async (name) => {
  const { port, ask } = await open(name)
  for (const host of ['127.0.0.1', 'localhost', 'a.localhost', '[::1]']) {
    expect([host, await ask({ host: `${host}:${port}` })]).toEqual([host, 200])
  }
  expect(await ask({ origin: `http://127.0.0.1:${port}` })).toBe(200)
})

it.each(names)('%s lets no page of another site in, by whichever name it leads here', async (name) => {
  const { port, ask } = await open(name)
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost.evil.example',
  ])
    expect([host, await ask({ host })]).toEqual([host, 403])
  for (const origin of ['http://evil.example', 'null', `http://127.0.0.1:${Number(port) + 1}`])
    expect([origin, await ask({ origin })]).toEqual([origin, 403])
  expect(await ask({ host: 'evil.example' }, '/api/auth.test')).toBe(403)
})

it.each(['slack', 'discord'] as const)('%s keeps no connection open for a page of another site', async (name) => {
  const { ask } = await open(name)
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const path = name === 'slack' ? '/link?app_id=A0PARLEY' : '/gateway?v=10&encoding=json'
  expect(await ask({ ...upgrade, origin: 'http://evil.example' }, path)).toBe(404)
})
