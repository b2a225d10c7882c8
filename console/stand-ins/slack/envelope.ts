/** Something Slack tells the app: an event, or what somebody pressed, typed as a command or submitted. */
export interface Envelope {
  /** The event_id for events, so that it is the same in every repetition. */
  id: string
  kind: 'events_api' | 'interactive' | 'slash_commands'
  /** The inner event's or the interaction's type. */
  type: string
  payload: Record<string, unknown>
  createdAt: number
}

export interface Repetition {
  num: number
  reason: string
}

export type Acknowledgement =
  | { ok: true; status?: number; body: unknown }
  | { ok: false; status?: number; reason: RetryReason; noRetry: boolean }

export type RetryReason = 'http_timeout' | 'connection_failed' | 'http_error' | 'too_many_redirects' | 'unknown_error'

/** Carries an envelope to the app and waits for its acknowledgement. Never rejects. */
export type Send = (envelope: Envelope, repetition?: Repetition) => Promise<Acknowledgement>
