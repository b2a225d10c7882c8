/** A limit of one route. Calls are counted from the first one on, for `windowMs`. */
export interface Bucket {
  limit: number
  windowMs: number
}

/** Discord's limits in time and number. Those the documentation does not give say where the figure comes from. */
export interface Limits {
  /** Answer 429 when a route is called more often than its bucket allows, and when all are together. */
  enforceRates: boolean
  /** By route, per channel, server or token; a route that is not here has none. 5 in 5 s is what is observed. */
  buckets: Record<string, Bucket>
  /**
   * Until January 2026 creating and editing messages were counted apart and yet named the same bucket, which makes a
   * client hold one back for the other (discord-api-docs#8073).
   */
  sharedMessageBucket: boolean
  requestsPerSecond: number
  /** 401, 403 and 429 in ten minutes, after which nothing is answered any more for `banMs` (that figure is our guess). */
  invalidRequests: number
  banMs: number
  /** How long a nonce is remembered: "the past few minutes". */
  nonceMs: number
  /** Edits of messages older than an hour, per channel. Undocumented; that there is a limit is known. */
  oldEdits: Bucket
  /** From an interaction to its first answer. */
  responseMs: number
  tokenMs: number
  commandCreatesPerDay: number
  requestBytes: number
  fileBytes: number
  /** How long an attachment's address is good for. */
  fileLinkMs: number
  heartbeatMs: number
  gatewaySends: Bucket
  identifiesPerDay: number
  /** IDENTIFYs at a time in each window of `identifyWindowMs`. */
  maxConcurrency: number
  identifyWindowMs: number
  guildsPerShard: number
  /** How long a session that lost its connection can be resumed, and how many events are kept for it. Undocumented. */
  resumeMs: number
  resumeEvents: number
  typingMs: number
  /** Messages remembered per channel; the oldest are forgotten first. */
  messages: number
  /** Entries kept in each record that tests read (`calls`, `frames`, `liveMentions`). */
  records: number
}

const FIVE_IN_FIVE: Bucket = { limit: 5, windowMs: 5000 }

const BUCKETS: Record<string, Bucket> = {
  'POST /channels/{channel}/messages': FIVE_IN_FIVE,
  'PATCH /channels/{channel}/messages/{message}': FIVE_IN_FIVE,
  // Measured (discord-api-docs#8161).
  'GET /channels/{channel}/messages/{message}': FIVE_IN_FIVE,
  'DELETE /channels/{channel}/messages/{message}': { limit: 5, windowMs: 1000 },
  'GET /channels/{channel}/messages': FIVE_IN_FIVE,
  'POST /channels/{channel}/typing': FIVE_IN_FIVE,
  'POST /channels/{channel}/threads': { limit: 10, windowMs: 30_000 },
  'POST /channels/{channel}/messages/{message}/threads': { limit: 10, windowMs: 30_000 },
  'PATCH /channels/{channel}': { limit: 5, windowMs: 15_000 },
  'PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me': { limit: 1, windowMs: 250 },
  'POST /webhooks/{application}/{token}': { limit: 5, windowMs: 2000 },
  'PATCH /webhooks/{application}/{token}/messages/{message}': FIVE_IN_FIVE,
  'DELETE /webhooks/{application}/{token}/messages/{message}': FIVE_IN_FIVE,
  'POST /users/@me/channels': { limit: 10, windowMs: 10_000 },
  'PUT /applications/{application}/commands': FIVE_IN_FIVE,
  'PUT /applications/{application}/guilds/{guild}/commands': FIVE_IN_FIVE,
}

export function withDefaults(limits: Partial<Limits> = {}): Limits {
  return {
    enforceRates: true,
    buckets: BUCKETS,
    sharedMessageBucket: false,
    requestsPerSecond: 50,
    invalidRequests: 10_000,
    banMs: 3_600_000,
    nonceMs: 180_000,
    oldEdits: { limit: 30, windowMs: 3_600_000 },
    responseMs: 3000,
    tokenMs: 900_000,
    commandCreatesPerDay: 200,
    requestBytes: 26_214_400,
    fileBytes: 10_485_760,
    fileLinkMs: 86_400_000,
    heartbeatMs: 41_250,
    gatewaySends: { limit: 120, windowMs: 60_000 },
    identifiesPerDay: 1000,
    maxConcurrency: 1,
    identifyWindowMs: 5000,
    guildsPerShard: 2500,
    resumeMs: 180_000,
    resumeEvents: 10_000,
    typingMs: 10_000,
    messages: 20_000,
    records: 10_000,
    ...limits,
  }
}
