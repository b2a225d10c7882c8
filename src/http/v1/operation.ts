import { z } from 'zod'
import type { Actor } from '../../admin/actor.ts'
import type { Outside } from '../../admin/commands/outside.ts'
import type { Admin } from '../../admin/index.ts'
import type { RunReplay } from '../../admin/replay.ts'
import type { Standing } from '../../admin/roles.ts'
import type { ReadCoverage } from '../../admin/scenario-coverage.ts'
import type { Language } from '../../lib/language.ts'
import type { Scope } from '../../model/scope.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { Finding } from '../../ports/setup.ts'
import type { Store } from '../../store/index.ts'
import type { Caller } from '../callers.ts'
import type { Cancelling } from '../cancelling.ts'
import type { BodyLimits } from '../conversation-body.ts'
import type { HouseState } from './house-state.ts'
import type { Leaving } from './leaving.ts'

export interface HandoverDoor {
  act: Outside['handOver']
  say(what: { id: string; text: string; name: string; nonce: string }): Promise<'said' | 'waiting' | 'over'>
}

/** What operations work on. */
export interface House {
  admin: Admin
  store: Store
  now: () => number
  state: () => Promise<HouseState>
  doctor: (language: Language) => Promise<readonly Finding[]>
  test: Outside['test']
  alike: Outside['alike']
  propose: Outside['propose']
  secrets: Secrets
  replay: RunReplay
  coverage: ReadCoverage
  /** What is done with conversations that are handed to people, and said in them. */
  handovers: HandoverDoor
  limits: BodyLimits
  cancel: Cancelling['cancel']
}

/** One call of an operation: what was given, read by its schemas, and on whose behalf. */
export interface Call<Path, Query, Body> {
  path: Path
  query: Query
  body: Body
  by: Actor
  /** What the key may do; null: all. */
  scopes: readonly Scope[] | null
  /** What the caller is: a key of the account does what its owners may. */
  standing: Standing
  /** Whoever came with the key of a program, where such may call it. */
  asker: Caller | null
  house: House
  /** What `If-Match` names, without its quotes: the caller's change is of that state and of no other. */
  match: string | undefined
}

interface Written<Path, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its variables in braces, as OpenAPI writes them: `/v1/agents/{agent}`. */
  url: `/v1/${string}`
  id: string
  tag: string
  summary: string
  scope: Scope
  path?: z.ZodType<Path>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  /** Nothing is answered without it (204). */
  answer?: z.ZodType<Answer>
  /** 200 unless something was made (201). */
  status?: 201
  /** What the answer is the state of: told as `ETag`. */
  etag?(answer: Answer): string
  /** It tells or changes only what its caller administers, so that admins of some agents may call it too. */
  narrows?: true
  /** Also by the conversation and agent keys of programs, for what is theirs. */
  askers?: true
  /** `required`: 428 without `If-Match`. */
  match?: 'required' | 'optional'
  /** What `If-Match` names: the version that is live (`v7`). Without it, the revision of the draft. */
  matches?: 'version'
  /** It is to go one day: callers are told so with each answer. */
  leaves?: Leaving
  run(call: Call<Path, Query, Body>): Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: as below.
export type AnyCall = Call<any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: a table of operations of all types is read by what is the same of each.
export type Operation = Written<any, any, any, any>

const none = z.strictObject({})

/** An operation as a value: its route, what is refused, and its page in the description all come from it. */
export function operation<Answer, Path = z.output<typeof none>, Query = z.output<typeof none>, Body = undefined>(
  written: Written<Path, Query, Body, Answer>,
): Operation {
  return written
}

export const noQuery: z.ZodType = none
