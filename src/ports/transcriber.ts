import type { RequestEnd } from './request-end.ts'

/** Writes down what somebody says. */
export interface Transcriber {
  /** Of one recording: what is longer is not taken. */
  readonly maxSeconds: number
  /**
   * What is said in it; empty where nobody speaks. Throws what says why it could not be heard, the signal's reason once aborted, and
   * tells `ended` before whether its server was ever asked.
   */
  transcribe(recording: Recording, signal: AbortSignal, ended?: (end: RequestEnd) => void): Promise<Transcript>
}

export interface Recording {
  bytes: Uint8Array
  /** How long it is, as far as it can be told. */
  seconds: number
}

export interface Transcript {
  text: string
  /** What its server counted, where it says. */
  seconds?: number
}
