/** Slack's limits in time and number. Those the documentation does not give say where the figure comes from. */
export interface Limits {
  /** Answer 429 when a method is called more often than its tier allows. */
  enforceRates: boolean
  /** Calls a minute for each method, whole workspace. Documented as "N+": the guaranteed N is enforced. */
  callsPerMinute: Record<string, number>
  /**
   * Of apps that are distributed outside of the Marketplace: what was said is read once a minute, and 15 messages a call at most
   * (https://docs.slack.dev/changelog/2025/05/29/tos-updates).
   */
  restrictedReads: boolean
  /** `chat.postMessage` per channel: documented as one a second with short bursts tolerated; the burst is our guess. */
  postsPerSecond: number
  postBurst: number
  /** A native stream ends this long after it was opened, appends or not (about 5 minutes were measured). */
  streamLifetimeMs: number
  /** UTF-8 bytes one stream may hold. Undocumented; `msg_too_long` was seen from 11,600 on. */
  streamBytes: number
  /** An assistant status disappears by itself. */
  statusLifetimeMs: number
  /** How long an app has to acknowledge an event, a press, a command or a form. */
  ackTimeoutMs: number
  /** Waits before the first, second and third repetition of an event that was not acknowledged. */
  retryDelaysMs: number[]
  /** How often each event is sent at once, with the same `event_id`. Slack does send duplicates now and then. */
  copies: number
  triggerLifetimeMs: number
  /** Undocumented. */
  actionTokenLifetimeMs: number
  responseUrlLifetimeMs: number
  responseUrlUses: number
  sockets: number
  /** Messages remembered per channel; the oldest are forgotten first. */
  messages: number
  /** Entries kept in each record that tests read (`calls`, `deliveries`, `liveMentions`). */
  records: number
}

const TIER_2 = 20
const TIER_3 = 50
const TIER_4 = 100

const CALLS_PER_MINUTE = {
  'chat.startStream': TIER_2,
  'chat.stopStream': TIER_2,
  'chat.appendStream': TIER_4,
  // "several hundred messages per minute" for a workspace
  'chat.postMessage': 300,
  'chat.update': TIER_3,
  'chat.delete': TIER_3,
  'canvases.create': TIER_2,
  'canvases.access.set': TIER_3,
  'canvases.delete': TIER_3,
  'chat.unfurl': TIER_3,
  'functions.completeSuccess': TIER_3,
  'functions.completeError': TIER_3,
  'chat.postEphemeral': TIER_4,
  // Documented as 10 and more, by the size of the workspace.
  'assistant.search.context': 10,
  'assistant.threads.setStatus': 100,
  'assistant.threads.setSuggestedPrompts': TIER_4,
  'assistant.threads.setTitle': TIER_3,
  'agents.sessions.setStatus': TIER_3,
  'files.getUploadURLExternal': TIER_4,
  'files.completeUploadExternal': TIER_4,
  'files.delete': TIER_3,
  'files.info': TIER_4,
  'conversations.replies': TIER_3,
  'conversations.history': TIER_3,
  'conversations.info': TIER_3,
  'conversations.members': TIER_4,
  'reactions.add': TIER_3,
  'reactions.remove': TIER_2,
  'users.info': TIER_4,
  'team.info': TIER_3,
  'bots.info': TIER_3,
  'views.open': TIER_4,
  'views.publish': TIER_4,
  'views.push': TIER_4,
  'views.update': TIER_4,
  'auth.test': 300,
  'apps.connections.open': TIER_3,
}

export function withDefaults(limits: Partial<Limits> = {}): Limits {
  return {
    enforceRates: true,
    callsPerMinute: CALLS_PER_MINUTE,
    restrictedReads: false,
    postsPerSecond: 1,
    postBurst: 3,
    streamLifetimeMs: 300_000,
    streamBytes: 11_600,
    statusLifetimeMs: 120_000,
    ackTimeoutMs: 3000,
    retryDelaysMs: [0, 60_000, 300_000],
    copies: 1,
    triggerLifetimeMs: 3000,
    actionTokenLifetimeMs: 5 * 60_000,
    responseUrlLifetimeMs: 30 * 60_000,
    responseUrlUses: 5,
    sockets: 10,
    messages: 20_000,
    records: 10_000,
    ...limits,
  }
}
