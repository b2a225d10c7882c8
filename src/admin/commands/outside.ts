import type { Trace } from '../../model/conversation.ts'
import type { WebhookOutcome } from '../../ports/webhooks.ts'

/** What the commands ask of rooms that they cannot see; whoever wires them gives it. */
export interface Outside {
  /** The draft's answer to an utterance of a person, or that of what is live. Nothing is kept, and nobody is called. */
  test(what: { account: string; agent: string; person: string; utterance: string }): Promise<Tested>
  /** Calls a webhook of the draft once, signed as always. */
  tryWebhook(what: { account: string; agent: string; webhook: string }): Promise<WebhookOutcome>
}

export interface Tested {
  text: string
  options: readonly string[]
  trace: Trace
  /** Webhooks that would have been called. */
  uncalled: readonly string[]
}
