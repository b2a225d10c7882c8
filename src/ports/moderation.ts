/** `error`: nobody could judge; a word for traces and logs, which holds neither a text nor a key. */
export type Verdict = { flagged: boolean; categories: readonly string[] } | { error: string }

/** Judges whether a text may be said. Throws nothing but the signal's reason. */
export interface Moderation {
  judge(text: string, signal: AbortSignal): Promise<Verdict>
}
