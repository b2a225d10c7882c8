import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createTeams, type TeamsOptions } from '../../../adapters/teams/index.ts'
import { createTeamsSimulator, type TeamsSimulatorOptions } from '../../../console/stand-ins/teams/index.ts'
import { createOwed } from '../../../src/bridge/owed.ts'
import { chatHouse, type HouseOptions } from '../../support/chat-house.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, DIRECT, GENERAL, ofOurs, serve } from './harness.ts'

interface Options extends Partial<HouseOptions> {
  simulator?: TeamsSimulatorOptions
  teams?: Partial<TeamsOptions>
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
export const free = { limits: { enforceRates: false } }

/** Teams, the adapter, and everything between it and the engine. */
export async function open({ simulator: simulated, teams: more, ...house }: Options = {}) {
  const simulator = createTeamsSimulator(simulated)
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const folder = tempFolder(onTestFinished)

  /** A process; the one before it has ended. */
  async function start() {
    let end = async () => {}
    const { store, budget, installationsOf, owedParts, ...rest } = await chatHouse({
      ...house,
      folder,
      onFinished: (finish) => (end = finish),
    })
    const { appId, appPassword, tenantId } = simulator
    const adapter = createTeams({
      app: { appId, credential: { kind: 'secret', value: appPassword }, tenantId, appType: 'SingleTenant' },
      loginUrl: simulator.loginUrl,
      openIdUrl: simulator.openIdMetadataUrl,
      graphUrl: simulator.graphUrl,
      installations: installationsOf('teams'),
      notes: store.notes('teams'),
      budget,
      log: silent,
      ...more,
    })
    const server = await serve(adapter)
    simulator.connect(server.url)
    onTestFinished(() => end())
    onTestFinished(() => server.close())
    await rest.join(adapter)
    await rest.work()
    const closing = new AbortController()
    const owed = createOwed({
      ...owedParts,
      channelOf: ({ installation }) => adapter.channel(installation),
      signal: closing.signal,
    })
    return {
      ...rest,
      store,
      owed,
      async stop() {
        closing.abort()
        await end()
        end = async () => {}
      },
    }
  }

  const say = (text: string, conversation = DIRECT, more: { user?: string; root?: string } = {}) =>
    simulator.say({ user: ANN, conversation, text, ...more })
  /** In a group or channel, where the bot hears only what names it. */
  const call = (text: string, conversation = GENERAL, more: { user?: string; root?: string } = {}) =>
    simulator.say({
      user: ANN,
      conversation,
      text: `${simulator.mention(simulator.botId)} ${text}`,
      mentions: [simulator.botId],
      ...more,
    })
  const ours = () => ofOurs(simulator)
  const texts = () => ours().map(({ text }) => text)
  const troubles = () => simulator.calls.filter(({ status }) => status >= 400)
  return { simulator, start, say, call, ours, texts, troubles }
}

/** As a model writes. */
export async function* growing(words: readonly string[], everyMs: number) {
  let said = ''
  for (const word of words) {
    await sleep(everyMs)
    said += word
    yield said
  }
}
export const sentences = Array.from({ length: 20 }, (_, n) => `${n === 0 ? '' : ' '}Sentence ${n + 1}.`)
