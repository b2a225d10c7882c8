import { mkdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import {
  createSlackSimulator,
  type SlackSimulator,
  type SlackSimulatorOptions,
} from '../../console/stand-ins/slack/index.ts'
import { makeConfig, parley } from './agent-folder.ts'
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts'
import { createCrowd } from './crowd.ts'
import { createEnds } from './ends.ts'
import { startModel } from './model.ts'
import { startTap } from './tap.ts'

/** Whose calls of Slack are told from those of the others. */
export const tappedWorker = 'worker2'
/** As many as any test here lets happen. */
const records = 1_000_000

export interface SlackClusterOptions {
  folder: string
  redis: ClusterOptions['redis']
  people: number
  gateways?: number
  workers?: number
  http?: number
  limits?: SlackSimulatorOptions['limits']
  /** By Socket Mode, or through the balancer at a Request URL. */
  way: 'socket' | 'request'
}

/** A cluster between a Slack in which a crowd writes and a model that answers `echo`. */
export async function startSlackCluster(options: SlackClusterOptions) {
  const { folder, redis, people, way } = options
  const ends = createEnds()
  try {
    makeConfig(folder)
    const simulator: SlackSimulator = createSlackSimulator({
      limits: {
        // Slack comes again at once, after a minute and after five. Nobody here waits for so long.
        retryDelaysMs: [0, 1000, 2000, 4000, 8000, 8000, 8000, 8000],
        records,
        ...options.limits,
      },
    })
    await simulator.start()
    ends.defer(() => simulator.stop())
    const model = await startModel(speak)
    ends.defer(() => model.stop())
    const tap = await startTap(simulator.url)
    ends.defer(() => tap.stop())
    const logs = `${folder}/processes`
    mkdirSync(logs)
    let apiKey = ''
    const cluster: Cluster = await startCluster({
      gateways: options.gateways ?? 2,
      workers: options.workers ?? 3,
      http: options.http ?? 1,
      redis,
      cwd: folder,
      folder: logs,
      async prepare(env) {
        await parley(folder, env, 'account', 'set', 'default', '--plan', 'unlimited')
        apiKey = JSON.parse(await parley(folder, env, 'key', 'issue', '--kind', 'conversation', '--json')).key
      },
      env: (name) => ({
        SLACK_CLIENT_ID: simulator.clientId,
        SLACK_CLIENT_SECRET: simulator.clientSecret,
        ...(way === 'socket'
          ? { SLACK_APP_TOKEN: simulator.appToken }
          : { SLACK_SIGNING_SECRET: simulator.signingSecret }),
        SLACK_API_URL: `${name === tappedWorker ? tap.url : simulator.url}/api/`,
        PARLEY_LLM_BASE_URL: model.urlFor(name),
      }),
    })
    ends.defer(() => cluster.stop())
    // The stand-ins are in this process. A platform has machines of its own, and never waits for ours.
    for (const { pid } of [...cluster.gateways, ...cluster.workers, ...cluster.http]) setPriority(pid, 5)
    if (way === 'request') simulator.sendEventsTo(`${cluster.balancer.url}/slack/events`)
    const crowd = createCrowd(simulator, people)
    await crowd.install(cluster.balancer.url)
    return { ...cluster, simulator, model, tap, crowd, apiKey, stop: ends.run }
  } catch (error) {
    await ends.run()
    throw error
  }
}
export type SlackCluster = Awaited<ReturnType<typeof startSlackCluster>>

/** What was said last in a request to the model. */
const told = /(\w+) says (\d+)( at length)?/g

/** The answer to `U001 says 5`, which no other message has. */
export function echo(said: string): string {
  return piecesOf(said).join('')
}

function piecesOf(said: string): string[] {
  const line = said.endsWith(' at length') ? 50 : Number(said.split(' ').at(-1)) % 7 === 3 ? 20 : 0
  const more = Array.from({ length: line }, (_, n) => ` And ${n + 1}.`)
  return [`I heard: ${said}.`, ...more]
}

function speak(request: string) {
  const said = request.match(told)?.at(-1) ?? request
  const pieces = piecesOf(said)
  // Different for every message, and the same in every run.
  const afterMs =
    30 + ((said.length * 7919 + said.charCodeAt(said.length - 1) * 104_729 + said.charCodeAt(3) * 31) % 200)
  return { pieces, afterMs, everyMs: 60 }
}
