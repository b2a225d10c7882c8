import type { IncomingHttpHeaders } from 'node:http'
import type { Route } from './table.ts'

export interface Ask {
  /** What stands in the path, decoded. */
  params: string[]
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
}

export interface Answer {
  status: number
  /** Without it the answer is empty. */
  json?: unknown
  bytes?: { type: string; content: Buffer }
  /** Where it is instead. */
  location?: string
}

/** Throws a Refusal. */
export type Handler = (ask: Ask) => Answer

export type Handlers = Record<Route, Handler>
