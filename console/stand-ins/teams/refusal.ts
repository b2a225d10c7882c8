/** What the connector answers to a call that it does not do. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  /** Seconds. */
  readonly retryAfter?: number

  /** What is answered as it is, which need not be JSON. */
  readonly body?: string

  constructor(status: number, code: string, message: string, retryAfter?: number, body?: string) {
    super(message)
    this.status = status
    this.code = code
    if (retryAfter !== undefined) this.retryAfter = retryAfter
    if (body !== undefined) this.body = body
  }

  json(): unknown {
    return this.status === 401 && this.code === 'Unauthorized'
      ? { message: this.message }
      : { error: { code: this.code, message: this.message } }
  }
}

export function refuse(status: number, code: string, message: string): never {
  throw new Refusal(status, code, message)
}

export const unauthorized = (): Refusal =>
  new Refusal(401, 'Unauthorized', 'Authorization has been denied for this request.')

/** `seconds`: what `Retry-After` says, if it is sent. */
export const tooMany = (seconds: number | undefined): Refusal =>
  new Refusal(429, 'TooManyRequests', 'API calls quota exceeded', seconds)
