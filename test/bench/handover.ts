import { setTimeout as sleep } from 'node:timers/promises'
import { type SlackCluster, startSlackCluster } from '../cluster/slack-cluster.ts'
import { until } from '../cluster/until.ts'
import { findPostgres } from '../support/postgres.ts'
import { findRedis } from '../support/redis.ts'
import { type Bench, type Figure, median, NotMeasured, type Scope } from './support/bench.ts'
import { tempFolder } from './support/folder.ts'

const people = 20
/** What the dead had sent is with the platform by then. */
const inFlightMs = 100

/**
 * A worker is killed in the middle of answers: how long until another one's first call of the platform for those who waited
 * for them.
 */
export const handover: Bench = async (scope) => {
  if (!findPostgres()) throw new NotMeasured('PostgreSQL is not on this machine')
  if (!findRedis()) throw new NotMeasured('Redis is not on this machine')
  return [
    ...(await measured(scope, { redis: true, how: 'with Redis' })),
    ...(await measured(scope, { redis: false, how: 'with PostgreSQL alone' })),
  ]
}

async function measured(scope: Scope, { redis, how }: { redis: boolean; how: string }): Promise<Figure[]> {
  const house = await startSlackCluster({
    folder: tempFolder(scope),
    redis,
    people,
    gateways: 1,
    workers: 2,
    way: 'socket',
  })
  scope.defer(house.stop)
  const seconds = await handOver(house)
  await house.stop()
  const metric = `kill -9 of a worker to the next call for its people, ${how}`
  return [
    { metric: `${metric}, median`, ours: median(seconds), baseline: null, unit: 's' },
    { metric: `${metric}, longest`, ours: Math.max(...seconds), baseline: null, unit: 's', goal: { atMost: 11 } },
  ]
}

/** In seconds, for everybody whose answer was being written. */
async function handOver({ crowd, model, simulator, workers }: SlackCluster): Promise<number[]> {
  const [killed] = workers as [(typeof workers)[number]]
  const running = () => model.asked.filter(({ by, open, pieces }) => by === killed.name && open && pieces > 0)
  const say = () => `${running().length} answers are being written`
  await Promise.all(crowd.people.map((person) => crowd.say(person, `${person.id} says 1 at length`)))
  await until(() => running().length >= 3, { say, everyMs: 5 })
  const interrupted = running().map(({ said }) => said)
  await killed.end('SIGKILL')
  const killedAt = Date.now()
  await sleep(inFlightMs)

  const waiting = crowd.people.filter(({ id }) => interrupted.some((said) => said.includes(`${id} says`)))
  const callsFor = (channel: string) =>
    simulator.calls.filter(
      ({ at, args }) => at > killedAt + inFlightMs && (args['channel'] ?? args['channel_id']) === channel,
    )
  await until(() => waiting.every(({ channel }) => callsFor(channel).length > 0), { say, everyMs: 20 })
  return waiting.map(({ channel }) => (callsFor(channel)[0]!.at - killedAt) / 1000)
}
