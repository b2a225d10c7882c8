import { type Admin, createInstallations } from '../admin/index.ts'
import type { ChannelOf } from '../bridge/context.ts'
import type { Config } from '../config/index.ts'
import type { Degraded } from '../http/health.ts'
import { createAhead } from '../lib/ahead.ts'
import { sleep } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { PlatformId } from '../model/message.ts'
import type { Budget } from '../ports/budget.ts'
import type { Adapter, Inbox } from '../ports/channel.ts'
import type { Claims } from '../ports/claims.ts'
import type { Platform } from '../ports/platform.ts'
import type { Secrets } from '../ports/secrets.ts'
import { playgroundAccount } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import { type Connection, keepConnecting } from './connect.ts'
import { createPlatformTimes, type PlatformTimes } from './platform-times.ts'

export interface PlatformsParts {
  /** All there are. */
  platforms: readonly Platform[]
  config: Pick<Config, 'platforms' | 'installations'>
  admin: Pick<Admin, 'approvals'>
  store: Store
  secrets: Secrets
  budget: Budget
  /** Where several processes receive. */
  claims: Claims | undefined
  log: Log
  now: () => number
  /** Aborted when the process ends. */
  signal: AbortSignal
}

/** A clock that is off by more is named: people's messages are judged by the platform's, but tokens and signatures by this one. */
const toleratedMs = 60_000

/** The adapters of the chat platforms that are configured, loaded only then; and those of the playground. */
export async function createPlatforms({
  platforms,
  config,
  admin,
  store,
  secrets,
  budget,
  claims,
  log,
  now,
  signal,
}: PlatformsParts) {
  /** Those that are connected, or about to be. */
  const adapters = new Set<Adapter>()
  const connections = new Map<PlatformId, Connection>()
  const clocks = new Map<PlatformId, ReturnType<typeof createAhead>>()

  /** Its installations belong to `account`, or to whom an owner gives them. */
  function load(platform: Platform, settings: unknown, account?: string): Promise<Adapter> {
    const { id } = platform
    const clock = account === undefined ? createAhead({ now }) : undefined
    if (clock) clocks.set(id, clock)
    const installed = { store, secrets, approvals: admin.approvals, policy: config.installations }
    return platform.connect(settings, {
      installations: createInstallations(installed, id, account),
      notes: store.notes(id),
      secrets,
      transcript: store.transcripts,
      budget,
      ...(claims && { claims }),
      ...(clock && { clock }),
      log,
      now,
    })
  }

  async function connect(adapter: Adapter, begin: () => Promise<void>, until: AbortSignal): Promise<void> {
    // What the first event asks is answered through it.
    adapters.add(adapter)
    try {
      await begin()
    } catch (error) {
      adapters.delete(adapter)
      throw error
    }
    if (until.aborted) await adapter.stop()
  }

  const configured = await Promise.all(
    platforms
      .filter(({ id }) => config.platforms[id] !== undefined)
      .map((platform) => load(platform, config.platforms[platform.id])),
  )
  const channelOf: ChannelOf = ({ platform, installation }) =>
    [...adapters]
      .filter((adapter) => adapter.platform === platform)
      .map((adapter) => adapter.channel(installation))
      .find((channel) => channel !== undefined)
  let receives = false

  const isConnected = (adapter: Adapter): boolean =>
    connections.get(adapter.platform)?.connected() === true && (receives ? adapter.connected() : adapter.ready())
  const times = createPlatformTimes(
    configured.map(({ platform }) => platform),
    { isConnected: (id) => configured.some((adapter) => adapter.platform === id && isConnected(adapter)), now },
  )

  /** Why an adapter cannot do now what this process needs of it, or not everywhere. */
  function troublesOf(adapter: Adapter): readonly string[] {
    const connection = connections.get(adapter.platform)
    if (!connection?.connected()) return [connection?.trouble() ?? 'It is not connected yet.']
    const named = adapter.degraded?.() ?? []
    if (named.length > 0) return named
    if (isConnected(adapter)) return []
    return [
      receives ? 'nothing can be received at the moment; it is tried again' : 'nothing can be shown at the moment',
    ]
  }

  /** What cannot be reached, or refuses us, is tried on in the background: the others go on without it. */
  async function connectAll(begin: (adapter: Adapter) => Promise<void>): Promise<void> {
    for (const adapter of configured) {
      const attempt = (until: AbortSignal) => connect(adapter, () => begin(adapter), until)
      connections.set(adapter.platform, await keepConnecting(attempt, { platform: adapter.platform, sleep, log }))
    }
  }

  return {
    channelOf,
    /** How far this machine's clock is ahead of a platform's, in milliseconds, as far as that has told. */
    aheadOf: (platform: PlatformId): number => clocks.get(platform)?.ms() ?? 0,
    /** To be mounted on the shared server. */
    routes: configured.flatMap(({ routes = [] }) => routes),
    configured: configured.map(({ platform }) => platform),
    /** How each of those that are configured stands with this process. */
    times: (): PlatformTimes[] =>
      configured.map((adapter) => {
        const id = adapter.platform
        return { id, up: troublesOf(adapter).length === 0, ...times.of(id) }
      }),
    /** What does not work of those that are configured. */
    degraded: (): Degraded[] => [
      ...configured.flatMap((adapter) => troublesOf(adapter).map((why) => ({ what: adapter.platform, why }))),
      ...clockTroubles(clocks),
    ],

    /** Receives from what is configured. */
    async start(inbox: Inbox): Promise<void> {
      receives = true
      await connectAll((adapter) => adapter.start(times.hearing(adapter.platform, inbox)))
    },

    /** What is configured can be shown answers; another process receives. */
    open: (): Promise<void> => connectAll((adapter) => adapter.open()),

    /** Connects another adapter, of the playground, to whatever answers at these settings; resolves once it receives. */
    async play(inbox: Inbox, platform: Platform, settings: unknown): Promise<Adapter> {
      const adapter = await load(platform, settings, playgroundAccount)
      await connect(adapter, () => adapter.start(inbox), signal)
      return adapter
    },

    /** Nothing is shown any more. Resolves when nobody is told that something goes on, or after a moment. */
    async settled(): Promise<void> {
      await Promise.all([...adapters].map((adapter) => adapter.settled?.()))
    },

    /** Nothing is received any more; what is being answered can still be shown. */
    async stop(): Promise<void> {
      times.stop()
      await Promise.all([
        ...[...connections.values()].map((connection) => connection.stop()),
        ...[...adapters].map((adapter) => adapter.stop()),
      ])
    },
  }
}

function clockTroubles(clocks: ReadonlyMap<PlatformId, ReturnType<typeof createAhead>>): Degraded[] {
  return [...clocks].flatMap(([platform, clock]) => {
    const ms = clock.ms()
    if (Math.abs(ms) <= toleratedMs) return []
    const [minutes, side] = [Math.round(Math.abs(ms) / 60_000), ms > 0 ? 'ahead of' : 'behind']
    const why = `The clock of this machine is ${minutes} min ${side} ${platform}'s: set it by a time server (NTP).`
    return [{ what: 'clock', why }]
  })
}
