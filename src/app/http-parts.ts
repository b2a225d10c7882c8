import { join } from 'node:path'
import type { Config } from '../config/index.ts'
import type { HttpParts } from '../http/server.ts'
import { version } from '../lib/version.ts'
import { degradedByPause } from '../turns/gate.ts'
import { degradedByDisk } from './disk.ts'
import type { House } from './house.ts'
import { type createPlayground, playgroundOwners } from './playground.ts'
import { createStanding, createState } from './state.ts'

/** A streaming client that takes nothing for so long is cut off. */
const stallMs = 60_000

/** What the server is made of, besides its doctor, who has to know where it listens. */
export function httpParts(
  house: House,
  playground: ReturnType<typeof createPlayground> | undefined,
  operatorWord: string | undefined,
): Omit<HttpParts, 'doctor'> {
  const { ground, answering, chatting } = house
  const { config, foundation, log, now } = ground
  const { store } = foundation
  const { admin, secrets, llm, metrics } = answering
  const { platforms, direct, tryOut, replay, coverage, handovers } = chatting
  const isGateway = config.roles.has('gateway')
  const hasPlatforms = isGateway || config.roles.has('worker')
  const built = (name: string) => join(import.meta.dirname, '../..', name)
  const degraded = async () => [
    ...(await degradedByPause(store)),
    ...(await foundation.degraded()),
    ...degradedByDisk(await house.freeOnDisk()),
    ...(hasPlatforms ? platforms.degraded() : []),
    ...(llm.degraded?.() ?? []).map((why) => ({ what: 'model', why })),
  ]
  const { living, warnings } = house
  const known = { degraded, processes: living.list, warnings: warnings.last, breakers: answering.breakers }
  return {
    conversations: direct,
    processes: { holder: foundation.holder, notices: foundation.notices, isAlive: chatting.presence.isAlive },
    test: tryOut.test,
    alike: tryOut.alike,
    propose: tryOut.propose,
    replay,
    coverage,
    handovers: { act: handovers.handOver, say: handovers.say },
    operatorWord,
    ...{ admin, store, secrets, llm, version, log, now },
    cors: config.http.cors.origins,
    mcpTokens: mcpTokensOf(config),
    trustProxies: config.http.trustProxies,
    pages: config.http,
    api: config.roles.has('http'),
    onConnected: chatting.approvals.connected,
    routes: isGateway ? platforms.routes : [],
    platforms: ground.platforms.map(({ id }) => id),
    checks: foundation.checks,
    degraded,
    state: createState({
      ...{ ...known, db: store.db, checks: foundation.checks, dataFolder: config.dataFolder, now },
      running: chatting.running.size,
    }),
    standing: createStanding({ ...known, refused: store.refusedCalls.last }),
    metrics: metrics.registry,
    playground: playground && {
      panes: playground,
      folder: built('page'),
      owner: playgroundOwners(ground.platforms)[0]!,
    },
    consolePage: built('console-page'),
    help: built('help'),
    listen: { host: config.host, port: config.port },
    limits: { utterance: config.utterance.maxLength, stallMs },
  }
}

/** Tokens are for an address that clients know. */
function mcpTokensOf({ publicUrl, http: { mcp } }: Config): HttpParts['mcpTokens'] {
  return publicUrl !== undefined && mcp.issuers.length > 0 ? { publicUrl, issuers: mcp.issuers } : undefined
}
