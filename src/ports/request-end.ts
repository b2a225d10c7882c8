/**
 * How a request to a vendor ended, for whoever pays for it. `refused`: with the status of an error, or without a connection, so that
 * nobody takes anything for it. `unknown`: it was answered or broken off, and the vendor did not say what it has used.
 */
export type RequestEnd = 'refused' | 'unknown' | UsedTokens

export interface UsedTokens {
  inputTokens: number
  outputTokens: number
  cachedTokens?: number
}
