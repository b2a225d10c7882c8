/** What an adapter keeps for itself across restarts, by name: small, and nothing that people said. */
export interface Notes {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
}
