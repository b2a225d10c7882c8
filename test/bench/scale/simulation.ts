import { orderKey } from '../../../src/model/key.ts'
import { type Lease, LeaseLost } from '../../../src/turns/lease.ts'
import { createRandom } from '../support/random.ts'
import { createClock } from '../support/virtual-clock.ts'
import { type Seen, showAnswer } from './answer.ts'
import { type Asked, createDatabases, createDeployment, type Deployment, type Worker } from './deployment.ts'
import { type Crowd, letWrite, type Message } from './people.ts'
import { createStrictSlack, type StrictSlack } from './slack.ts'

/** Who writes, and what answers. */
export interface Workload extends Crowd {
  /** Each with its own database and its own part of the workspaces. */
  deployments: number
  /** Of all deployments together. */
  workers: number
  budget: 'shared' | 'shares'
  /** One worker dies in the middle. */
  kill?: boolean
  seed?: number
}

/** An answer, as its person saw it; times in milliseconds. */
export interface Answered extends Seen {
  workspace: number
  /** When it was written, since the beginning. */
  at: number
}

export interface Played {
  answers: Answered[]
  /** Messages; each is answered in the end. */
  written: number
  slack: Pick<StrictSlack, 'calls' | 'refused'>
  /** Answers under way, looked at once a second while people write. */
  underWay: number[]
  /** While people wrote. */
  databases: readonly Asked[]
  /** For each person whose worker died: from then to when another one went on, in milliseconds. */
  takenOver: number[]
  /** Of virtual time, until all was answered. */
  seconds: number
}

/** What a person has written and not been answered yet, and the worker that was told of it. */
interface Open {
  messages: Message[]
  worker: Worker
  /** When the worker died that was at it, until another one goes on. */
  leftAt?: number
}

/** How often what is open is rung for where nobody is at it, as `src/turns/recover.ts` does. */
const sweepMs = 5000
/** As `src/turns/run.ts` has it. */
const heldElsewhereMs = 500

/**
 * Many people in many workspaces of Slack, in virtual time: the queue, the leases (in a real database), the pacer, the budget and
 * what is known of Slack's limits are those of the product. The inbox, the model, the way to Slack and Slack itself are played.
 */
export async function play(workload: Workload, newFolder: () => string): Promise<Played> {
  const random = createRandom(workload.seed ?? 1)
  const databases = createDatabases()
  const clock = createClock(databases.settled)
  const slack = createStrictSlack()
  const inbox = new Map<string, Open>()
  const answers: Answered[] = []
  const underWay: number[] = []
  const takenOver: number[] = []
  const errors: unknown[] = []
  const deployments: Deployment[] = []
  const workers = () => deployments.flatMap((deployment) => deployment.workers)
  let written = 0
  let asked: Asked[] = []

  async function turn(worker: Worker, lease: Lease, message: Message): Promise<void> {
    await worker.sleep(message.thinkMs)
    const commit = async () => {
      if (!(await worker.db.batch([worker.leases.check(lease)]))) throw new LeaseLost(lease.key)
    }
    const seen = await showAnswer({ worker, clock, slack, random }, message, { lease, commit })
    const at = message.writtenAt - clock.origin
    answers.push({ ...seen, workspace: message.workspace, at })
  }

  /** As `src/turns/run.ts` does it: a key's open messages in their order, under its lease. */
  async function drain(worker: Worker, key: string): Promise<void> {
    if (worker.diedAt !== undefined) return
    const lease = await worker.leases.take(key)
    if (!lease) return worker.queue.ring(key, clock.time + heldElsewhereMs)
    worker.underWay++
    try {
      for (let open = inbox.get(key); open; open = inbox.get(key)) {
        if (open.leftAt !== undefined) takenOver.push(clock.time - open.leftAt)
        delete open.leftAt
        await turn(worker, lease, open.messages[0]!)
        open.messages.shift()
        if (open.messages.length === 0) inbox.delete(key)
      }
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      await worker.queue.ring(key, clock.time + heldElsewhereMs)
    } finally {
      worker.underWay--
      await worker.leases.release(lease)
    }
  }

  function workerOf({ workspace, person }: Message): Worker {
    const alive = deployments[workspace % deployments.length]!.workers.filter(({ diedAt }) => diedAt === undefined)
    return alive[person % alive.length]!
  }

  function receive(message: Message): void {
    written++
    const key = orderKey('default', 'demo', `slack_T${message.workspace}_U${message.person}`)
    const open = inbox.get(key) ?? { messages: [], worker: workerOf(message) }
    open.messages.push(message)
    inbox.set(key, open)
    void open.worker.queue.ring(key)
  }

  function sweep(): void {
    for (const [key, open] of inbox) {
      if (open.worker.diedAt === undefined) continue
      open.leftAt = open.worker.diedAt
      open.worker = workerOf(open.messages[0]!)
      void open.worker.queue.ring(key)
    }
  }

  for (let number = 0; number < workload.deployments; number++) {
    deployments.push(
      createDeployment({
        db: await databases.open(newFolder()),
        number,
        workers: workload.workers / workload.deployments,
        budget: workload.budget,
        clock,
        random,
        drain,
        onError: (error) => errors.push(error),
      }),
    )
  }
  const people = letWrite(workload, { clock, random, receive })
  clock.every(sweep, sweepMs)
  if (workload.kill) clock.at(clock.origin + workload.seconds * 500, () => workers()[0]!.die())
  for (let second = 1; !people.ended() || inbox.size > 0; second++) {
    await clock.run(clock.origin + second * 1000)
    if (errors.length > 0) throw errors[0]
    const alive = workers().filter(({ diedAt }) => diedAt === undefined)
    if (people.ended()) continue
    underWay.push(alive.reduce((sum, worker) => sum + worker.underWay, 0))
    asked = databases.asked.map((one) => ({ ...one }))
  }
  const seconds = (clock.time - clock.origin) / 1000
  for (const { db, workers } of deployments) {
    for (const worker of workers) await worker.end()
    await db.close()
  }
  return { answers, written, slack, underWay, databases: asked, takenOver, seconds }
}
