import type { Part } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { createActivities } from './activity.ts'
import { createAlone, isAlone } from './alone.ts'
import { createAttach, isFile } from './attach.ts'
import { disarm } from './disarm.ts'
import { createDownload } from './download.ts'
import { createFind, metadataOf } from './find.ts'
import type { Bot } from './inbound.ts'
import { createLimits } from './limits.ts'
import type { Log } from './log.ts'
import { createOpenStreams, STREAM_MS } from './open-streams.ts'
import { isRich, renderEnd, renderPart } from './outbound.ts'
import { errorOf, hasEnded, isMissing, outcomeOf } from './outcome.ts'
import { messageRef, readMessageRef, readPlace } from './places.ts'
import { createPrivate, type Private } from './private.ts'
import { openStream } from './stream.ts'
import type { Reply, Web } from './web.ts'

export interface ChannelParts {
  /** Its id. */
  installation: string
  web: Web
  self: Bot
  /** Files are fetched, with our token, from here and from nowhere else. */
  fileHosts: readonly string[]
  /** Answers for one person are sent there and nowhere else. */
  responseHosts: readonly string[]
  unlimited?: boolean | undefined
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  log: Log
  now: () => number
}

/** Everything that shows something, and files. */
export interface Sender extends Required<Omit<Channel, 'platform' | 'labels' | 'names' | 'quoted'>> {
  shown: Private
  /** Resolves when what was said to go on no longer is, or after a moment. */
  settled(): Promise<void>
}

/** For those who count nothing. */
const free: ChannelParts['budget'] = { tryTake: async () => 'ok', freeze() {} }

export function createSender(parts: ChannelParts): Sender {
  const { installation, web, self, fileHosts, responseHosts, unlimited, budget, log, now } = parts
  const { of: scopesOf, inChannel, limits } = createLimits({ unlimited })
  const activities = createActivities({ web, budget: unlimited ? free : budget, scopesOf, now })
  /** Workspaces that have no native streams. */
  const flat = new Set<string>()
  const open = createOpenStreams({ now })
  const alone = createAlone({ web, scopesOf, hosts: responseHosts })
  const attach = createAttach({ web, scopesOf, fileHosts })
  const shown = createPrivate({ web, attach, scopesOf, hosts: responseHosts, installation, log })

  /** Slack refuses a message whose image it cannot load, and perhaps one with a block it does not know. The words are worth more. */
  async function asRichAsMayBe(part: Part, send: (plain: boolean) => Promise<Reply>): Promise<Reply> {
    const reply = await send(false)
    return errorOf(reply) === 'invalid_blocks' && isRich(part) ? send(true) : reply
  }

  return {
    limits: (place) => limits(readPlace(place)),

    async post(place, part, key, signal) {
      const spot = readPlace(place)
      const { team, channel, thread, responseUrl } = spot
      if (responseUrl !== undefined) return alone.post(place, part, key, signal)
      const where = { channel, ...(thread && { thread_ts: thread }), metadata: metadataOf(key) }
      const unfurl = { unfurl_links: false, unfurl_media: false }
      const call = web.begin(signal)
      const reply = await asRichAsMayBe(part, (plain) =>
        call('chat.postMessage', { ...where, ...renderPart(part, plain), ...unfurl }),
      )
      return outcomeOf(reply, inChannel(team, channel), ({ ts }) => {
        shown.begun(spot)
        return messageRef({ team, channel, ts: String(ts) })
      })
    },

    async edit(ref, part, signal) {
      const posted = readMessageRef(ref)
      if (isAlone(posted)) return alone.edit(posted, part, signal)
      const { team, channel, ts } = posted
      const scopes = scopesOf(team)
      const call = web.begin(signal)
      const update = (): Promise<Reply> =>
        asRichAsMayBe(part, (plain) => call('chat.update', { channel, ts, ...renderPart(part, plain) }))
      let reply = open.has(ref) ? undefined : await update()
      if (!reply || errorOf(reply) === 'streaming_state_conflict') {
        const stopped = await call('chat.stopStream', { channel, ts })
        if (!('ok' in stopped) && !hasEnded(stopped)) return outcomeOf(stopped, scopes.stop, () => {})
        open.delete(ref)
        reply = await update()
      }
      return outcomeOf(reply, scopes.update, () => {})
    },

    attach,
    notify: shown.notify,
    find: createFind({ web, self, scopesOf, open, log }),

    async stream(place, text, key, signal) {
      const spot = readPlace(place)
      const { team, channel, thread, recipient } = spot
      if (!thread || !recipient || flat.has(team)) {
        const detail = flat.has(team) ? 'no native streams in this workspace' : 'no thread or nobody to answer'
        return { refused: { code: 'unsupported', detail } }
      }
      const startedAt = now()
      const scopes = scopesOf(team)
      const reply = await web.call(
        'chat.startStream',
        {
          channel,
          thread_ts: thread,
          recipient_user_id: recipient.user,
          recipient_team_id: recipient.team,
          ...(text && { markdown_text: disarm(text, recipient.user) }),
        },
        signal,
      )
      if (isMissing(reply)) flat.add(team)
      return outcomeOf(reply, scopes.start, ({ ts }) => {
        shown.begun(spot)
        const posted = { team, channel, ts: String(ts) }
        const ref = messageRef(posted)
        const expiresAt = startedAt + STREAM_MS
        open.add(ref, expiresAt)
        const stop = (args: object, part: Part, signal: AbortSignal): Promise<Reply> => {
          const call = web.begin(signal)
          return asRichAsMayBe(part, (plain) => {
            const blocks = renderEnd(part, plain)
            const end = { metadata: metadataOf(key), ...(blocks.length > 0 && { blocks }) }
            return call('chat.stopStream', { ...args, ...end })
          })
        }
        const ended = () => open.delete(ref)
        return openStream({ web, scopes, posted, text, alive: recipient.user, expiresAt, stop, ended })
      })
    },

    async remove(ref, signal) {
      const posted = readMessageRef(ref)
      const { team, channel, ts } = posted
      if (isAlone(posted)) return { refused: { code: 'unsupported', detail: 'what one person sees cannot be removed' } }
      const reply = isFile(ts)
        ? await web.call('files.delete', { file: ts }, signal)
        : await web.call('chat.delete', { channel, ts }, signal)
      return outcomeOf(reply, scopesOf(team).delete, () => {})
    },

    activity: (place, what, signal) => activities.show(readPlace(place), what, signal),

    settled: activities.settled,

    download: createDownload({ web, scopesOf, fileHosts }),

    shown,
  }
}
