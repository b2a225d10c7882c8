import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../admin/actor.ts'
import { AppError } from '../lib/errors.ts'
import { callContext, type Secrets } from '../ports/secrets.ts'
import type { Store } from '../store/index.ts'
import type { IdempotentCallTable } from '../store/tables.ts'
import type { Owed } from './owed.ts'
import type { Processes } from './processes.ts'
import { sentences } from './words/index.ts'

/** Somebody who retries while the first call runs is told its answer, if that comes within so long. */
const joinMs = 25_000
const lookEveryMs = 50
/** Every how many times it is looked whether the process lives that runs the first call. */
const looksALife = 20
/** Whoever runs a call says so again and again; one of which nobody has said so for so long runs no more. */
const lostMs = 60_000
const stillEveryMs = 20_000
const longest = 255

/** Of a turn: whose it is, and how whoever comes again meanwhile joins it. */
interface OfTurn {
  /** Their order key: the answer is forgotten with them. */
  person: string
  join(nonce: string): Promise<unknown>
  patienceMs: number
}

/**
 * `run` is given a nonce, with which a change is done once, also where the process dies before the answer is kept. Whoever comes again
 * meanwhile joins it, where it can be joined by that nonce; else it is waited for for so long.
 */
export type Idempotent = (
  request: FastifyRequest,
  by: Actor,
  run: (by: Actor) => Promise<unknown>,
  turn?: OfTurn,
) => Promise<{ answer: unknown; isReplayed: boolean }>

export interface IdempotentParts {
  store: Store
  secrets: Secrets
  processes: Pick<Processes, 'holder' | 'isAlive'>
  owed: Owed
}

/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a call that comes again with its key gets the first answer,
 * also from another process. What failed is tried anew. Answers are sealed, since some hold keys that are shown once.
 */
export function createIdempotent({ store, secrets, processes, owed }: IdempotentParts): Idempotent {
  const calls = store.idempotentCalls
  const { holder, isAlive } = processes

  async function perform(of: CallOf, by: Actor, run: (by: Actor) => Promise<unknown>) {
    let answer: unknown
    const still = setInterval(() => void calls.still(of).catch(() => {}), stillEveryMs)
    try {
      answer = await run({ ...by, nonce: nonceFor(of) })
    } catch (error) {
      // Of what is done already somebody else has the answer, or nobody.
      if (!(error instanceof AppError && error.code === 'done_already'))
        await owed.write(owedAs(of), () => calls.giveUp({ ...of, holder }))
      throw error
    } finally {
      clearInterval(still)
    }
    await keep(of, answer)
    return { answer, isReplayed: false }
  }

  const keep = (of: CallOf, answer: unknown) =>
    calls.keep({ ...of, answer: secrets.seal(JSON.stringify(answer ?? null), callContext(of)) })

  const joining = (
    { join, patienceMs }: Omit<OfTurn, 'person'> = { join: async () => undefined, patienceMs: joinMs },
  ) => ({
    patienceMs,
    async join(of: CallOf) {
      const answer = await join(nonceFor(of))
      if (answer === undefined) return undefined
      // The process that runs it may die before it keeps the answer.
      await keep(of, answer)
      return { answer, isReplayed: true }
    },
  })

  const hasDied = async (by: string | null) => by !== null && by !== holder && !(await isAlive(by))
  const isLost = async ({ begun_at, holder: by }: IdempotentCallTable, look: number) =>
    Date.now() - begun_at > lostMs || (look % looksALife === 0 && (await hasDied(by)))

  function answerIn(row: IdempotentCallTable, wanted: string) {
    if (row.request !== wanted) throw new AppError('idempotency_key_reused', sentences.keyReused, { status: 422 })
    if (row.answer === null) return undefined
    return { answer: JSON.parse(secrets.open(row.answer, callContext(row))), isReplayed: true }
  }

  return async (request, by, run, turn) => {
    const given = keyIn(request)
    if (given === undefined) return { answer: await run(by), isReplayed: false }
    const of = callOf(by, given)
    const { join, patienceMs } = joining(turn)
    // What came of it here before, if that is yet to be written.
    await owed.pay(owedAs(of))
    const wanted = hash([request.method, request.url, JSON.stringify(request.body ?? null)])
    const begin = () => calls.begin({ ...of, request: wanted, holder, person: turn?.person ?? null })
    if (await begin()) return perform(of, by, run)
    for (let look = 0; look * lookEveryMs <= patienceMs; look++) {
      const row = await calls.find(of)
      // What failed is gone: this one tries it.
      if (!row) {
        if (await begin()) return perform(of, by, run)
        continue
      }
      const told = answerIn(row, wanted)
      if (told) return told
      if ((await isLost(row, look)) && (await calls.takeOver(row, holder))) return perform(of, by, run)
      const joined = await join(of)
      if (joined) return joined
      await sleep(lookEveryMs)
    }
    throw new AppError('still_running', sentences.stillRunning, { status: 409, retryAfterMs: 5000 })
  }
}

/** Quoted, as the draft has it, or bare, as most send it. */
function keyIn({ headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  const [, quoted, bare] = /^(?:"([\x20-\x21\x23-\x7e]+)"|([\x21\x23-\x7e]+))$/.exec(String(given).trim()) ?? []
  const key = quoted ?? bare
  if (key === undefined || key.length > longest) {
    const message = `must be 1 to ${longest} characters of ASCII, perhaps in quotes`
    throw new AppError('invalid_request', sentences.invalidBody, { faults: [{ path: 'Idempotency-Key', message }] })
  }
  return key
}

interface CallOf {
  account: string
  key: string
}

const callOf = ({ account, author }: Pick<Actor, 'account' | 'author'>, given: string): CallOf => ({
  account,
  key: hash([author, given]),
})
const owedAs = ({ account, key }: CallOf): string => `${account} ${key}`
const nonceFor = ({ key }: CallOf): string => `http:${key}`
/** By which a call is known while it runs, and what it did afterwards. */
export const nonceOf = (by: Pick<Actor, 'account' | 'author'>, given: string): string => nonceFor(callOf(by, given))
const hash = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
