/** Discord's way to say no: `{code, message}`, with a tree of `errors` where a form was filled in wrongly. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: number
  readonly errors: object | undefined
  /** Seconds, for those that are limits. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: number,
    message: string,
    more: { errors?: object | undefined; retryAfter?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }

  json(): Record<string, unknown> {
    const { code, message, errors, retryAfter } = this
    return {
      message,
      code,
      ...(errors && { errors }),
      ...(retryAfter !== undefined && { retry_after: retryAfter, global: false }),
    }
  }
}

/** Documented are the codes and their words; the statuses are those that were seen, else the likeliest. */
const REASONS: Record<number, [status: number, message: string]> = {
  10002: [404, 'Unknown Application'],
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10011: [404, 'Unknown Role'],
  10013: [404, 'Unknown User'],
  10014: [400, 'Unknown Emoji'],
  10015: [404, 'Unknown Webhook'],
  10062: [404, 'Unknown interaction'],
  10063: [404, 'Unknown application command'],
  10087: [404, 'Unknown Tag'],
  20012: [403, 'You are not authorized to perform this action on this application'],
  20016: [429, 'This action cannot be performed due to slowmode rate limit'],
  20022: [429, 'This message cannot be edited due to announcement rate limits'],
  20028: [429, 'The channel you are writing has hit the write rate limit'],
  20029: [429, 'The write action you are performing on the server has hit the write rate limit'],
  30015: [400, 'Maximum number of attachments in a message reached (10)'],
  30032: [400, 'Maximum number of application commands reached (100)'],
  30033: [400, 'Maximum number of thread participants has been reached (1000)'],
  30034: [429, 'Max number of daily application command creates has been reached (200)'],
  30046: [429, 'Maximum number of edits to messages older than 1 hour reached. Try again later.'],
  40001: [401, 'Unauthorized. Provide a valid token and try again'],
  40002: [403, 'You need to verify your account in order to perform this action'],
  40003: [429, 'You are opening direct messages too fast'],
  40004: [403, 'Send messages has been temporarily disabled'],
  40005: [413, 'Request entity too large'],
  40006: [403, 'This feature has been temporarily disabled server-side'],
  40007: [403, 'The user is banned from this guild'],
  40058: [400, 'Cannot message this channel until after a post has been created'],
  40060: [400, 'Interaction has already been acknowledged.'],
  40062: [429, 'Service resource is being rate limited'],
  40067: [400, 'A tag is required to create a forum post in this channel'],
  40094: [400, 'This interaction has reached the maximum number of follow-up messages'],
  40333: [403, 'internal network error'],
  50001: [403, 'Missing Access'],
  50003: [403, 'Cannot execute action on a DM channel'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50009: [403, 'Channel verification level is too high for you to gain access'],
  50013: [403, 'Missing Permissions'],
  50014: [401, 'Invalid authentication token provided'],
  50021: [403, 'Cannot execute action on a system message'],
  50024: [400, 'Cannot execute action on this channel type'],
  50027: [401, 'Invalid Webhook Token'],
  50033: [400, 'Invalid Recipient(s)'],
  50041: [400, 'Invalid API version'],
  50068: [400, 'Invalid message type'],
  50083: [400, 'Thread is archived'],
  50109: [400, 'The request body contains invalid JSON.'],
  50146: [400, 'Uploaded file not found.'],
  50159: [400, 'Voice messages do not support additional content'],
  50160: [400, 'Voice messages must have a single audio attachment'],
  50161: [400, 'Voice messages must have supporting metadata'],
  50162: [400, 'Voice messages cannot be edited'],
  50278: [403, 'Cannot send messages to this user due to having no mutual guilds'],
  130000: [503, 'API resource is currently overloaded. Try again a little later'],
  160002: [400, 'Cannot reply without permission to read message history'],
  160004: [400, 'A thread has already been created for this message'],
  160005: [403, 'Thread is locked'],
  160006: [400, 'Maximum number of active threads reached'],
  160007: [400, 'Maximum number of active announcement threads reached'],
  200000: [400, 'Message was blocked by automatic moderation'],
  200001: [400, 'Title was blocked by automatic moderation'],
  240000: [400, 'Message blocked by harmful links filter'],
}

export function refuse(code: number, retryAfter?: number): never {
  const [status, message] = REASONS[code] ?? [400, 'Unknown error']
  throw new Refusal(status, code, message, { retryAfter })
}

/** The same code and words as when it happens by itself, for faults; an unknown code is a 400. */
export function refusalOf(code: number): Refusal {
  if (code === 0) return new Refusal(401, 0, '401: Unauthorized')
  const [status, message] = REASONS[code] ?? [400, `Error ${code}`]
  return new Refusal(status, code, message)
}
