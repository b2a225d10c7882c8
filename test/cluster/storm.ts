import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { createLedger } from './ledger.ts'
import type { Member } from './member.ts'
import { echo, type SlackCluster, tappedWorker } from './slack-cluster.ts'
import type { Tapped } from './tap.ts'
import { until } from './until.ts'

/** Longer than any lease. */
const stoppedMs = 12_000
/** In which nothing else happens: whoever then touches what others go on with has lost it. */
const quietMs = 3000
/** How long Redis is away. */
const awayMs = 1000

type Wait = (isSo: () => boolean | Promise<boolean>, everyMs?: number) => Promise<void>

/**
 * Everybody writes, while a worker is killed, another is stopped for longer than its leases last and continued, Redis is killed
 * and comes back, and is emptied, and PostgreSQL is restarted without a warning. Resolves when nothing is left to answer, with
 * everything that is not as it should be.
 */
export async function storm(house: SlackCluster, messages: number): Promise<string[]> {
  const { crowd, simulator, model, workers, postgres, redis } = house
  const all = crowd.people.length * messages
  const ledger = createLedger({ crowd, expected: echo })
  const [killed] = workers as [Member]
  const stopped = workers.find(({ name }) => name === tappedWorker)!
  const openAt = ({ name }: Member) => model.asked.filter(({ by, open }) => by === name && open).length
  // Looking at what people see takes long, so until all has happened calls are counted that end an answer.
  let answers = 0
  const unhook = simulator.onDone(({ method }) => {
    if (method === 'chat.postMessage' || method === 'chat.stopStream') answers++
  })
  const state = () => `${answers} answers to ${crowd.accepted.length} messages, of ${all}\n${logsOf(house)}`
  const wait: Wait = (isSo, everyMs) => until(isSo, { say: state, everyMs })
  const answered = (share: number) => wait(() => answers >= share * all)
  /** In the middle of answers. */
  const busy = (member: Member) => wait(() => openAt(member) >= 3, 5)

  // A message every second and a half from everybody, so that they come in through everything that happens.
  const talking = crowd.talk(messages, (n) => (n * 7919) % 3000)
  talking.catch(() => {})

  await answered(0.05)
  await busy(killed)
  await killed.end('SIGKILL')

  await answered(0.1)
  await busy(stopped)
  stopped.send('SIGSTOP')
  const stoppedAt = Date.now()
  if (redis) {
    await redis.end('SIGKILL')
    await sleep(awayMs)
    await redis.begin()
  }
  await sleep(stoppedMs - (Date.now() - stoppedAt))
  const continuedAt = Date.now()
  stopped.send('SIGCONT')
  await sleep(quietMs)
  const quietUntil = Date.now()

  await answered(0.5)
  if (redis) await flush(redis.url)
  await answered(0.6)
  await postgres.restart('immediate')

  await talking
  await nothingOpen(house, wait)
  unhook()
  return [...ledger.judge(), ...touchedByTheStopped(house, { stoppedAt, continuedAt, quietUntil })]
}

/** Nothing is to be done any more, and nobody is at anything: what would be shown twice has been. */
export async function nothingOpen({ postgres, model }: SlackCluster, wait: Wait): Promise<void> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    await wait(async () => {
      const { rows } = await client.query(`select count(*)::int as n from inbox where status = 'open'`)
      return rows[0].n === 0
    }, 250)
    await wait(() => model.asked.every(({ open }) => !open))
    await sleep(1000)
  } finally {
    await client.end()
  }
}

/**
 * Calls that a worker made after it was continued, about messages that others had gone on with while it was stopped: it was
 * in the middle of them, and had lost its leases. Only what changes messages, for the sign that it is thinking may have been on
 * its way when it was stopped; and only until the next fault, after which it may have a right to them again.
 */
function touchedByTheStopped(
  { crowd, simulator, tap }: SlackCluster,
  { stoppedAt, continuedAt, quietUntil }: { stoppedAt: number; continuedAt: number; quietUntil: number },
): string[] {
  /** The messages of people under which ours stand. */
  const roots = new Map<unknown, string>()
  for (const { team, channel } of crowd.people) {
    for (const { ts, thread_ts = ts } of team.messages(channel))
      roots.set(`${channel} ${ts}`, `${channel} ${thread_ts}`)
  }
  const aboutOf = ({ args }: Pick<Tapped, 'args'>) =>
    roots.get(`${args['channel'] ?? args['channel_id']} ${args['thread_ts'] ?? args['ts']}`)
  const changes = ({ method }: { method: string }) => /^(?:chat|files)\./.test(method)
  // One that is stopped makes none of them. Who received a message says that it waits, without a right to it.
  const others = simulator.calls.filter((call) => changes(call) && call.at > stoppedAt && call.at < continuedAt)
  const taken = new Set(others.map(aboutOf).filter((about) => about !== undefined))
  return tap.calls
    .filter(changes)
    .filter((call) => call.at > continuedAt && call.at < quietUntil && taken.has(aboutOf(call)!))
    .map((call) => `${tappedWorker} called ${call.method} for ${aboutOf(call)}, which it had lost`)
}

export async function flush(url: string): Promise<void> {
  const client = new Redis(url)
  await client.flushall()
  client.disconnect()
}

/** The last that each process said. */
function logsOf({ gateways, workers, http }: SlackCluster): string {
  return [...gateways, ...workers, ...http]
    .map(({ name, logFile }) => `--- ${name}\n${readFileSync(logFile, 'utf8').slice(-1500)}`)
    .join('\n')
}
