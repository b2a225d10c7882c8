/** Meanings as vectors, from whoever computes them. Optional: without it knowledge is found by its words alone. */
export interface Embeddings {
  /** Names the model: vectors of two models are never compared. */
  readonly model: string
  /** One vector a text, all of one length, in their order. Throws when they cannot be had. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}
