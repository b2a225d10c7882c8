import { randomBytes } from 'node:crypto'
import { languageOf, type Texts } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Picture, Place, TextFile } from '../../src/model/message.ts'
import { inWords, type View } from '../../src/model/view.ts'
import { type Channel, callLimitMs } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Scopes } from './limits.ts'
import type { Near } from './modal-meta.ts'
import { type Payload, plainer, renderPart } from './outbound.ts'
import { judge, outcomeOf } from './outcome.ts'
import { channelPlace, readPlace, type Spot } from './places.ts'
import { isDirect } from './told.ts'
import { renderView } from './view-payload.ts'
import type { Reply, Web } from './web.ts'
import { words } from './words/index.ts'

export type Private = ReturnType<typeof createPrivate>

const THREADS = 10_000

/** What one person is shown alone, whichever way is still open. */
export function createPrivate(parts: {
  web: Web
  attach: NonNullable<Channel['attach']>
  scopesOf: (team: string) => Pick<Scopes, 'ephemeral'>
  /** An address elsewhere is none of Slack's. */
  hosts: readonly string[]
  /** Whose direct conversations are written in where nothing else is known. */
  installation: string
  log: Log
}) {
  const { web, attach, scopesOf, hosts, installation, log } = parts
  /** Threads that we have written in. */
  const begun = new LatestMap<string, true>(THREADS)

  /** At the address it came with, else as an ephemeral message, else in the direct conversation. */
  function ways(near: Near, replaces: boolean, signal?: AbortSignal): ((payload: Payload) => Promise<Reply>)[] {
    const { channel, user, thread, responseUrl = '' } = near
    const call = web.begin(signal)
    const where = thread && { thread_ts: thread }
    const url = URL.canParse(responseUrl) ? new URL(responseUrl) : undefined
    const answer = { response_type: 'ephemeral', replace_original: replaces }
    const inDirect = { channel: user, ...(channel === undefined && where), unfurl_links: false, unfurl_media: false }
    return [
      ...(url && hosts.includes(url.origin)
        ? [(payload: Payload) => web.send(url, { ...payload, ...answer }, signal ?? AbortSignal.timeout(callLimitMs))]
        : []),
      ...(channel === undefined
        ? []
        : [(payload: Payload) => call('chat.postEphemeral', { channel, user, ...where, ...payload })]),
      (payload) => call('chat.postMessage', { ...inDirect, ...payload }),
    ]
  }

  /** `replaces`: in place of what was shown before at the same address. What became of the last way that was tried. */
  async function show(near: Near, payload: Payload, replaces: boolean, signal?: AbortSignal): Promise<Reply> {
    let last: Reply | undefined
    let shown = payload
    for (const way of ways(near, replaces, signal)) {
      last = await way(shown)
      if (judge(last) === 'invalid' && shown === payload) {
        shown = plainer(payload)
        last = await way(shown)
      }
      // What may have arrived is not shown a second time, and no way is open where the app is no longer.
      if ('ok' in last || 'unknown' in last || judge(last) === 'revoked') break
    }
    return last!
  }

  /** A file into their direct conversation, after `say`. Whether it is there. */
  async function send({ team, user }: Near, file: TextFile | Picture, say: string): Promise<boolean> {
    const written = await web.call('chat.postMessage', { channel: user, ...renderPart({ text: say }) })
    if (!('ok' in written)) return false
    const place = channelPlace(team, String(written.ok['channel']))
    const outcome = await attach(place, file, randomBytes(4).toString('hex'), AbortSignal.timeout(callLimitMs))
    if (!('ok' in outcome)) log.warn({ outcome }, 'a file for one person could not be sent')
    return 'ok' in outcome
  }

  /** Those that a view's message cannot hold. */
  async function sendFiles(
    near: Near,
    files: readonly (TextFile | Picture)[],
    say: (texts: Texts) => string,
  ): Promise<void> {
    for (const file of files) {
      if (await send(near, file, say(words.fileIsHere(file.name)))) continue
      const { text } = inWords({ text: say(words.fileIsLost(file.name)), file })
      await show(near, renderView({ text }, say).payload, false)
    }
  }

  async function tell(near: Near, view: View, signal?: AbortSignal): Promise<Reply> {
    const language = languageOf(undefined, view.text)
    const say = (texts: Texts): string => texts[language]
    const { payload, files } = renderView(view, say)
    const reply = await show(near, payload, false, signal)
    if ('ok' in reply) await sendFiles(near, files, say)
    return reply
  }

  const threadOf = ({ team, channel, thread }: Pick<Spot, 'team' | 'channel' | 'thread'>): string =>
    `${team} ${channel} ${thread}`

  /** In a direct conversation nobody else is near, and what stays there can still be read tomorrow. */
  function nearOf(user: string, place: Place): Near {
    const { team, channel, thread, responseUrl } = readPlace(place)
    if (isDirect(channel)) return { team, user, ...(thread && { thread }), ...(responseUrl && { responseUrl }) }
    const isSeen = thread !== undefined && begun.has(threadOf({ team, channel, thread }))
    return { team, user, channel, ...(isSeen && { thread }), ...(responseUrl && { responseUrl }) }
  }

  const notify: NonNullable<Channel['notify']> = async (user, place, view, signal) => {
    const near = place ? nearOf(user, place) : { team: installation, user }
    return outcomeOf(await tell(near, view, signal), scopesOf(near.team).ephemeral, () => {})
  }

  return {
    show,
    sendFiles,
    tell,
    notify,
    /** Something of ours stands in the thread of a place. Documented: before that an ephemeral message is not seen there. */
    begun: ({ team, channel, thread }: Spot): unknown =>
      thread !== undefined && begun.set(threadOf({ team, channel, thread }), true),
  }
}
