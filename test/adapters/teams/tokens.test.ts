import { expect, it, onTestFinished } from 'vitest'
import { createCredential } from '../../../adapters/teams/credentials.ts'
import { createTokens } from '../../../adapters/teams/tokens.ts'
import { createTeamsSimulator, type TeamsSimulatorOptions } from '../../../console/stand-ins/teams/index.ts'

const signal = new AbortController().signal
const CONNECTOR = 'https://api.botframework.com/.default'

async function open(options: TeamsSimulatorOptions = {}) {
  let shift = 0
  const now = () => Date.now() + shift
  const simulator = createTeamsSimulator({ ...options, now })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const { tokenUrl, appId, appPassword } = simulator
  const tokensWith = (value: string) => {
    const credential = createCredential({ kind: 'secret', value }, { machine: { endpoint: 'http://127.0.0.1:9' }, now })
    return createTokens({ tokenUrl, appId, credential, scope: CONNECTOR, limitMs: 2000, now })
  }
  const tokens = tokensWith(appPassword)
  const asked = () => simulator.calls.filter(({ route }) => route === 'POST token').length
  return { simulator, tokens, tokensWith, asked, later: (ms: number) => (shift += ms), now }
}

it('asks once for whoever waits, and again shortly before the token ends', async () => {
  const { tokens, asked, later } = await open()
  const all = await Promise.all([tokens.get(signal), tokens.get(signal), tokens.get(signal)])
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(all[0]).toHaveProperty('token')
  later(54 * 60_000)
  await tokens.get(signal)
  expect(asked()).toBe(1)
  later(2 * 60_000)
  await tokens.get(signal)
  expect(asked()).toBe(2)
})

it('says what is wrong with the app, and what can be tried again', async () => {
  const { simulator, tokens, tokensWith, asked, now } = await open()
  simulator.faults.set([{ kind: 'error', route: 'POST token', times: 1 }])
  const later = await tokens.get(signal)
  expect((later as { retryAt: number }).retryAt).toBeGreaterThan(now())
  expect(await tokens.get(signal)).toHaveProperty('token')
  expect(asked()).toBe(2)
  expect(await tokensWith('wrong').get(signal)).toMatchObject({ error: { status: 401, code: 'AADSTS7000215' } })
})

it('lets nobody wait for longer than they want to', async () => {
  const { simulator, tokens } = await open()
  simulator.faults.set([{ kind: 'hang', route: 'POST token', times: 1 }])
  const reason = new Error('enough')
  const impatient = new AbortController()
  const one = tokens.get(impatient.signal)
  const other = tokens.get(signal)
  impatient.abort(reason)
  expect(await one).toEqual({ unknown: reason })
  // The other one waits until the login may take no longer.
  expect(await other).toHaveProperty('retryAt')
})
