/** Where an app of ours is installed. It is kept here by its id; whose it is, an admin decides. */
export interface Installation {
  /** Slack team or enterprise, Discord guild, Teams tenant. */
  id: string
  /** As people know it. */
  name: string
  /** What opens it, where the operator does not hold it: read and written by its adapter only, and kept encrypted. */
  credentials?: string
}

/** The installations of one platform. */
export interface Installations {
  /** Those that are kept with credentials and were not removed. */
  list(): Promise<Installation[]>
  /** Another number when what `list` tells may have changed since it was read, whichever process changed it. */
  version(): number
  /** A new one belongs to the first account; one that is known, or was removed, keeps its account. */
  add(installation: Installation): Promise<void>
}
