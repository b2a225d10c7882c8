/** The Web API's way to say no: `{ok: false, error}`, with `messages` under `response_metadata`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly error: string
  readonly messages: string[]
  /** Further fields of the answer. */
  readonly fields: Record<string, unknown>

  constructor(error: string, messages: string[] = [], fields: Record<string, unknown> = {}) {
    super(messages.length > 0 ? `${error}: ${messages.join('; ')}` : error)
    this.error = error
    this.messages = messages
    this.fields = fields
  }
}

export function refuse(error: string, ...messages: string[]): never {
  throw new Refusal(error, messages)
}
