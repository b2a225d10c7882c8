/** One request to somebody's server, ready to send. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** Those that frame a request (Host, Content-Length, Connection and the like) are left out: the client writes them. */
  headers: readonly (readonly [name: string, value: string])[]
  /** For POST and PUT. */
  body?: string
}

export interface SendOptions {
  /** For the whole exchange, from looking up the name to the last byte. */
  timeoutMs: number
  /** Of the response's body; what is longer is cut off there. */
  maxBytes: number
  signal: AbortSignal
}

/** `failed`: there was no response. `detail` is for traces and logs and holds no secret. */
export type WebhookOutcome =
  | { status: number; body: string; cut?: true; retryAfterMs?: number; ms: number }
  | { failed: 'refused' | 'timeout' | 'connection' | 'redirect'; detail: string; ms: number }

/**
 * Calls servers on behalf of agents. Never throws for what a server does, or for an address that may not be called; throws the
 * signal's reason once aborted. Private, loopback and link-local addresses are refused when connecting, whatever DNS says,
 * unless the operator has allowed them. Redirects are not followed.
 */
export interface WebhookClient {
  send(request: OutgoingRequest, options: SendOptions): Promise<WebhookOutcome>
}
