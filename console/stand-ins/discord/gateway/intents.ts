/** What a session asked to hear of, as bits. */
export const Intent = {
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  presences: 1 << 8,
  guildMessages: 1 << 9,
  guildReactions: 1 << 10,
  guildTyping: 1 << 11,
  directMessages: 1 << 12,
  directReactions: 1 << 13,
  directTyping: 1 << 14,
  messageContent: 1 << 15,
} as const

const OTHERS = [2, 3, 4, 5, 6, 7, 16, 20, 21, 24, 25].reduce((sum, bit) => sum | (1 << bit), 0)
const KNOWN = Object.values(Intent).reduce((sum, bit) => sum | bit, OTHERS)

export const areIntents = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && (value & ~KNOWN) === 0 && value <= KNOWN

/** Those that have to be switched on in the developer portal, by the names they have there. */
export const PRIVILEGED = {
  messageContent: Intent.messageContent,
  guildMembers: Intent.guildMembers,
  presences: Intent.presences,
} as const
