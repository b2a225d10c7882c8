/** The Web API's way to say no: `{ok: false, error}`, with `messages` under `response_metadata`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly error: string
  readonly messages: string[]

  constructor(error: string, messages: string[] = []) {
    super(messages.length > 0 ? `${error}: ${messages.join('; ')}` : error)
    this.error = error
    this.messages = messages
  }
}

export function refuse(error: string, ...messages: string[]): never {
  throw new Refusal(error, messages)
}
