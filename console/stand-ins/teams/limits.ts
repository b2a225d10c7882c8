/** The service's limits in time and number. Those the documentation does not give say where the figure comes from. */
export interface Limits {
  /** Answer 429 when a conversation or the tenant gets more calls than it may. */
  enforceRates: boolean
  /** Whether an answer 429 says `Retry-After`; the service sometimes does not. */
  retryAfterHeader: boolean
  /** Calls that change something, in one conversation (a channel with all its threads): at most `calls` in any `ms`. */
  conversationRates: { ms: number; calls: number }[]
  /** Calls that read members, per conversation. */
  memberRates: { ms: number; calls: number }[]
  /** All calls of the app. */
  tenantCallsPerSecond: number
  /** Of Graph: about one team or chat, and all of the app in the tenant (documented: 4 and 20 requests a second). */
  graphRate: { ms: number; calls: number }
  graphCallsPerSecond: number
  /** How long an app has to answer an activity before it is sent again. */
  deliveryTimeoutMs: number
  /** Documented of message extensions. */
  extensionTimeoutMs: number
  /** How often an activity that got no answer is sent again, with the same id; an invoke once more after that, with a new one. */
  resends: number
  /** Of a message, counted in UTF-16. */
  messageBytes: number
  /** A stream that has not ended by then is over. */
  streamLifetimeMs: number
  /** Between two calls that stream into one chat. */
  streamIntervalMs: number
  informativeChars: number
  informativeBytes: number
  /** Of the many that a message may carry, people see so many. */
  suggestedActions: number
  attachments: number
  /** Of one Adaptive Card as JSON in UTF-8 (28 KB in the documentation of cards; a whole message may be larger). */
  cardBytes: number
  citations: number
  citationNameChars: number
  citationAbstractChars: number
  citationKeywords: number
  citationKeywordChars: number
  /** A targeted message disappears after that. */
  targetedLifetimeMs: number
  /** Of an access token. */
  tokenLifetimeMs: number
  /** Bytes of a request to the connector. */
  requestBytes: number
  /** Messages remembered per conversation; the oldest are forgotten first. */
  messages: number
  /** Entries kept in each record that tests read (`calls`, `deliveries`). */
  records: number
}

export function withDefaults(limits: Partial<Limits> = {}): Limits {
  return {
    enforceRates: true,
    retryAfterHeader: true,
    conversationRates: [
      { ms: 1000, calls: 7 },
      { ms: 2000, calls: 8 },
      { ms: 30_000, calls: 60 },
      { ms: 3_600_000, calls: 1800 },
    ],
    memberRates: [
      { ms: 1000, calls: 14 },
      { ms: 2000, calls: 16 },
      { ms: 30_000, calls: 120 },
      { ms: 3_600_000, calls: 3600 },
    ],
    tenantCallsPerSecond: 50,
    graphRate: { ms: 1000, calls: 4 },
    graphCallsPerSecond: 20,
    deliveryTimeoutMs: 15_000,
    extensionTimeoutMs: 5000,
    resends: 1,
    messageBytes: 100 * 1024,
    streamLifetimeMs: 120_000,
    streamIntervalMs: 1000,
    informativeChars: 1000,
    informativeBytes: 1024,
    suggestedActions: 3,
    attachments: 10,
    cardBytes: 28 * 1024,
    citations: 20,
    citationNameChars: 80,
    citationAbstractChars: 160,
    citationKeywords: 3,
    citationKeywordChars: 28,
    targetedLifetimeMs: 24 * 3_600_000,
    tokenLifetimeMs: 3_600_000,
    requestBytes: 4_000_000,
    messages: 20_000,
    records: 10_000,
    ...limits,
  }
}
