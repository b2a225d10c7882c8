/** What only one of all processes may do at a time: receive a shard's events, look after the house. */
export interface Claims {
  /** Undefined while another process holds it. Held until it is released or lost, however long that is. */
  claim(name: string): Promise<Claim | undefined>
}

export interface Claim {
  /** Aborted when the claim is lost, and another process may hold it at any moment. */
  readonly signal: AbortSignal
  release(): Promise<void>
}
