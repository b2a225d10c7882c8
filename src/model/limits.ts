/** How much anybody may write to agents in chats. `null`: any number. */
export interface ChatLimits {
  /** To all agents of an account, in a minute of the clock. */
  messagesPerMinute: number | null
  /** To one agent, while their answers are yet to come. */
  waiting: number | null
  /** With one message. */
  files: number | null
  /** To agents in one server within a minute; more, and far more than before, is a raid. */
  raid: number | null
}

/** Who may write to agents in chats, and where. By ids as platforms know them; an empty list is any. */
export interface Admission {
  /** How old an account must be, and for how long its person must have been a member. */
  accountAgeDays: number
  memberDays: number
  /** People who have yet to pass what a server asks of new members. */
  pending: boolean
  /** People of other workspaces or tenants, in what is shared with them. */
  strangers: boolean
  /** Guests of a workspace or tenant. */
  guests: boolean
  /** In channels that are for adults only. */
  ageRestricted: boolean
  servers: readonly string[]
  channels: readonly string[]
  notChannels: readonly string[]
  roles: readonly string[]
}
