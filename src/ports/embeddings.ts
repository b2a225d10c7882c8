import type { RequestEnd } from './request-end.ts'

/** Meanings as vectors, from whoever computes them. Optional: without it knowledge is found by its words alone. */
export interface Embeddings {
  /** Names the model: vectors of two models are never compared. */
  readonly model: string
  /** One vector a text, all of one length, in their order. Throws when they cannot be had. `ended` is told how the request ended before. */
  embed(texts: readonly string[], signal: AbortSignal, ended?: (end: RequestEnd) => void): Promise<Float32Array[]>
}
