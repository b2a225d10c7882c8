/** What an adapter keeps for itself across restarts, by name: small, and nothing that people said. */
export interface Notes {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
  /** Sets it where it is not set yet; resolves with what is, also where several processes do so at once. */
  once(name: string, value: string): Promise<string>
  /** Those whose names begin so. */
  named(beginning: string): Promise<{ name: string; value: string }[]>
  forget(name: string): Promise<void>
}
