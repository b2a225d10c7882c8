import type { Readable } from 'node:stream'

/** A path that a chat platform calls. Signatures are made over the bytes as they came, so nothing parses them before. */
export interface Route {
  method: 'GET' | 'POST' | 'OPTIONS'
  path: string
  /** The most bytes that a body may have; a mebibyte, where it is not said. */
  maxBytes?: number
  handle(request: RouteRequest): Promise<RouteResponse>
}

export interface RouteRequest {
  /** Path and query. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawBody: Buffer
  /** Where it comes from, as far as that is known: behind a proxy that is not trusted, the proxy's. */
  address: string
  /**
   * Takes note that it came with a wrong key, by the one rule of all doors: for how many milliseconds whoever sends such is to be told
   * nothing but to wait. 0: that it is wrong. Never asked about a right key, or none.
   */
  refuse(): number
}

export interface RouteResponse {
  status: number
  headers?: Record<string, string>
  /** What is read goes on until it ends; it is destroyed when whoever called has left. */
  body: string | Buffer | Readable
}
