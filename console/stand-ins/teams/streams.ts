import type { Draft } from './forms/message.ts'
import type { StreamInfo } from './forms/stream-info.ts'
import type { Limits } from './limits.ts'
import { isRunning, type Place, type Post, type Stream, toPost } from './records.ts'
import { refuse, tooMany } from './refusal.ts'
import type { World } from './world.ts'

/** The messages that the bot streams into personal chats. */
export interface Streams {
  /**
   * To be called when a call that streams arrives; it ends with what is returned. Refuses a call that comes before the
   * last one was answered, or too soon after it.
   */
  begin(place: Place): () => void
  /** Takes a part of a stream; the first one gives the id of the message. */
  take(place: Place, draft: Draft & { stream: StreamInfo }): { status: number; json: object }
  /** The person's Stop button. */
  cancel(post: Post): void
}

const notAllowed = (why: string): never => refuse(403, 'ContentStreamNotAllowed', why)
const bad = (why: string): never => refuse(400, 'BadRequest', why)

const ENDED: Record<Exclude<Stream['state'], 'informative' | 'streaming'>, string> = {
  completed: 'Content stream is not allowed on an already completed streamed message',
  cancelled: 'Content stream was cancelled by user.',
  expired: 'Content stream finished due to exceeded streaming time.',
}

export function createStreams(parts: { world: World; limits: Limits; now: () => number }): Streams {
  const { world, limits, now } = parts
  const underWay = new Set<string>()
  const last = new Map<string, number>()

  function start(place: Place, draft: Draft & { stream: StreamInfo }): { status: number; json: object } {
    if (world.runningIn(place)) notAllowed('Content stream is not allowed')
    const { kind } = draft.stream
    const isInformative = kind === 'informative'
    const post = toPost({
      id: world.ids.message(),
      place: place.id,
      author: world.botId,
      at: now(),
      format: draft.format,
      text: isInformative ? '' : draft.text,
      mentions: isInformative ? [] : draft.mentions,
      stream: {
        state: isInformative ? 'informative' : 'streaming',
        informative: isInformative ? draft.text : '',
        sequence: 1,
        startedAt: now(),
      },
    })
    world.add(post)
    return { status: 201, json: { id: post.id } }
  }

  function go(post: Post, draft: Draft & { stream: StreamInfo }): { status: number; json: object } {
    const stream = post.stream!
    const { kind, sequence = 0 } = draft.stream
    if (sequence <= stream.sequence) {
      const message = 'PreCondition failed exception when processing streaming activity.'
      return { status: 202, json: { error: { code: 'ContentStreamSequenceOrderPreConditionFailed', message } } }
    }
    if (kind === 'informative') {
      if (stream.state === 'streaming') bad('Informative updates are not allowed once the response is streamed')
      stream.informative = draft.text
    } else {
      checkGrown(post, draft)
      Object.assign(post, { text: draft.text, format: draft.format, mentions: draft.mentions })
      post.marks = draft.marks
      stream.state = 'streaming'
    }
    stream.sequence = sequence
    world.changed(post)
    return { status: 202, json: {} }
  }

  /** Documented of what is streamed; of its end it is not told whether that may be another text. */
  function checkGrown(post: Post, { text }: Draft): void {
    if (!text.startsWith(post.text)) bad('Streamed text should begin with the text that was streamed before')
  }

  function end(post: Post, draft: Draft): { status: number; json: object } {
    checkGrown(post, draft)
    const { text, format, mentions, attachments, layout, suggested, suggestedTo, marks, feedback, importance } = draft
    Object.assign(post, { text, format, mentions, attachments, layout, suggested, suggestedTo, marks })
    if (feedback) post.feedback = feedback
    if (importance) post.importance = importance
    post.stream = { ...post.stream!, state: 'completed', informative: '' }
    world.changed(post)
    return { status: 202, json: {} }
  }

  function checkPart(draft: Draft & { stream: StreamInfo }): void {
    const { kind, id } = draft.stream
    if (!draft.text.trim()) {
      const step = kind === 'final' ? 'End' : id ? 'Continue' : 'Start'
      bad(`${step} streaming activities should include text`)
    }
    if (kind === 'final') return
    const { attachments, suggested, marks, feedback } = draft
    if (attachments.length > 0) bad('Attachments are allowed only in the final message of a stream')
    if (suggested.length > 0) bad('Suggested actions are allowed only in the final message of a stream')
    if (marks.label || marks.sensitivity) bad('Labels are allowed only in the final message of a stream')
    if (feedback) bad('Feedback is allowed only in the final message of a stream')
    if (kind !== 'informative') return
    const isLong = draft.text.length > limits.informativeChars
    if (isLong || Buffer.byteLength(draft.text) > limits.informativeBytes) {
      bad(`Informative updates have at most ${limits.informativeChars} characters`)
    }
  }

  return {
    begin({ id, kind }) {
      if (kind !== 'personal') refuse(405, 'BadArgument', 'Streaming API is not enabled for this conversation type.')
      const since = now() - (last.get(id) ?? Number.NEGATIVE_INFINITY)
      if (limits.enforceRates && (underWay.has(id) || since < limits.streamIntervalMs)) {
        throw tooMany(limits.retryAfterHeader ? limits.streamIntervalMs / 1000 : undefined)
      }
      last.set(id, now())
      underWay.add(id)
      return () => void underWay.delete(id)
    },
    take(place, draft) {
      world.expire()
      const { stream: info } = draft
      const known = info.id === undefined ? undefined : world.posts(place.id).get(info.id)
      if (known?.stream && !isRunning(known)) notAllowed(ENDED[known.stream.state as keyof typeof ENDED])
      checkPart(draft)
      if (info.id === undefined) return start(place, draft)
      if (!known?.stream || known.deleted) return bad('There is no stream with this streamId')
      return info.kind === 'final' ? end(known, draft) : go(known, draft)
    },
    cancel(post) {
      post.stream = { ...post.stream!, state: 'cancelled' }
      world.changed(post)
    },
  }
}
