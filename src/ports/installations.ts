/** Where an app of ours is installed. It is kept here by its id; whose it is, and whether anybody is answered there, an owner decides. */
export interface Installation {
  /** Slack team or enterprise, Discord guild, Teams tenant. */
  id: string
  /** As people know it. */
  name: string
  /** What opens it, where the operator does not hold it: read and written by its adapter only, and kept encrypted. */
  credentials?: string
  /** Whose account it belongs to, where it is known which agent is spoken to there. */
  agent?: string
  /**
   * It is the operator's own, so that nobody has to approve it: `always` where the operator holds what opens it, `first` where
   * only the platform's first one can be taken for that. Without it, anybody may have installed the app there.
   */
  own?: 'always' | 'first'
}

/** The installations of one platform. */
export interface Installations {
  /** Those that are kept with credentials and were not removed. */
  list(): Promise<Installation[]>
  /** Another number when what `list` tells may have changed since it was read, whichever process changed it. */
  version(): number
  /**
   * One that is known, or was removed, keeps its account and what was decided. Resolves with whether anybody is answered there;
   * what is said where nobody is goes to the inbox all the same, which keeps nothing of it.
   */
  add(installation: Installation): Promise<'approved' | 'waiting' | 'refused'>
}
