import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admin } from '../../admin/index.ts'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { Store } from '../../store/index.ts'
import type { DirectTurns } from '../../turns/direct.ts'
import type { AnswerBudgetParts } from '../../turns/spending/answers.ts'
import type { Caller } from '../callers.ts'
import type { Calls } from '../calls.ts'
import type { RateLimit } from '../rate-limit.ts'

export interface McpParts extends Pick<AnswerBudgetParts, 'capOf'> {
  conversations: DirectTurns
  calls: Calls
  admin: Pick<Admin, 'knowledge'>
  store: Store
  rateLimit: RateLimit
  /** Characters (code points) of a question. */
  utterance: number
  version: string
  log: Log
  now: () => number
}

/** One request and who makes it. */
export interface McpVisit {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
  /** Its key has called too often: whoever asks an agent or reads is told so as the protocol tells of failures. */
  turnedAway?: AppError | undefined
  /** Calls `end` once, soon after the caller is not let in any more; until the response is closed. */
  watch(end: (why: AppError) => void): void
}

/** What the lists and calls of one request are made from. */
export interface McpCall extends McpVisit {
  parts: McpParts
  /** The agents of the key, by their ids. */
  agents(): Promise<AgentVersion[]>
  /** One of them. Undefined for every other, whether or not there is one. */
  agent(name: string): Promise<AgentVersion | undefined>
}
