/** How much anybody may write to agents in chats. `null`: any number. */
export interface ChatLimits {
  /** To all agents of an account, in a minute of the clock. */
  messagesPerMinute: number | null
  /** To one agent, while their answers are yet to come. */
  waiting: number | null
  /** With one message. */
  files: number | null
}
