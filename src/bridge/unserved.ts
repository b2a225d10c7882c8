import { languageOf } from '../lib/language.ts'
import { LatestMap } from '../lib/latest.ts'
import type { Opening } from '../model/message.ts'
import { callLimitMs } from '../ports/channel.ts'
import type { InstallationStanding } from '../store/installations.ts'
import type { ChannelOf } from './context.ts'
import * as sentences from './sentences.ts'

const kept = 10_000
/** Some platforms tell of it whenever somebody looks at their conversation with the app. */
const pauseMs = 3_600_000

/** What people hear where nobody is answered, because no owner has approved the installation. */
export const unserved = ({ status }: InstallationStanding, installation: string) =>
  status === 'waiting' ? sentences.waitsForApproval(installation) : sentences.notApproved(installation)

/** Says so to whoever installs the app or opens a conversation with it; once an hour, and nobody waits for it. */
export function createUnservedNote({ channelOf, now }: { channelOf: ChannelOf; now: () => number }) {
  const told = new LatestMap<string, number>(kept)

  return (opening: Opening, standing: InstallationStanding): void => {
    const { platform, installation, author, replyTo } = opening
    const person = `${platform} ${installation} ${author.id}`
    const toldAt = told.get(person)
    if (toldAt !== undefined && now() - toldAt < pauseMs) return
    told.set(person, now())
    const text = unserved(standing, installation)[languageOf(author.locale)]
    const signal = AbortSignal.timeout(callLimitMs)
    channelOf(opening)
      ?.notify?.(author.id, replyTo, { text }, signal)
      .catch(() => {})
  }
}
