import type { InboundMessage } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Channel } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import { createActivities } from './activity.ts'
import { createAlone } from './alone.ts'
import { createAttach } from './attach.ts'
import { createAudience } from './audience.ts'
import { createCanvases } from './canvas.ts'
import { createDownload } from './download.ts'
import { appsOwn, type FaceOf } from './faces.ts'
import { createFind } from './find.ts'
import { createLimits } from './limits.ts'
import { createMarks } from './marks.ts'
import { createMessages } from './messages.ts'
import { createOpenStreams } from './open-streams.ts'
import { isGuest, zoneOf } from './person.ts'
import { namedPlace, placeFor, readMessageRef, readPlace, threadPlace } from './places.ts'
import { createPrivate, type Private } from './private.ts'
import { createReading, type SlackReading } from './reading.ts'
import { createReads } from './reads.ts'
import { createRefusals } from './refusals.ts'
import { createSearch } from './search.ts'
import { createStreams } from './streams.ts'
import { type Bot, eventIdOf } from './told.ts'
import { createTranscripts } from './transcripts.ts'
import type { Web } from './web.ts'

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
  /** What is too long for messages comes as a canvas. */
  canvases?: boolean | undefined
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  notes: Notes
  log: Log
  now: () => number
}

/** Everything that shows something, and files. */
export interface Sender
  extends Pick<Channel, 'canvases'>,
    Required<
      Omit<
        Channel,
        | 'platform'
        | 'labels'
        | 'canvases'
        | 'as'
        | 'ended'
        | 'command'
        | 'names'
        | 'isIn'
        | 'quoted'
        | 'leave'
        | 'signOn'
      >
    > {
  facing(face: FaceOf): Required<Pick<Channel, 'post' | 'edit' | 'remove' | 'stream'>>
  shown: Private
  readonly reading: SlackReading
  /** The thread of the agent view that begins with it is called after it, and its person may have something looked for. */
  asked(message: InboundMessage): void
  /** Resolves when what was said to go on no longer is, or after a moment. */
  settled(): Promise<void>
}

/** For those who count nothing. */
const free: ChannelParts['budget'] = { tryTake: async () => 'ok', freeze() {} }

export function createSender(parts: ChannelParts): Sender {
  const { installation, web, self, fileHosts, responseHosts, unlimited, canvases, budget, notes, log, now } = parts
  const limits = createLimits({ unlimited })
  const { of: scopesOf } = limits
  const counted = unlimited ? free : budget
  const activities = createActivities({ web, budget: counted, scopesOf, now })
  const reads = createReads({ budget: counted, scopesOf, notes, now })
  const [flat, threadless, faceless] = [createRefusals({ now }), createRefusals({ now }), createRefusals({ now })]
  const open = createOpenStreams({ now })
  const alone = createAlone({ web, scopesOf, hosts: responseHosts })
  const attachFile = createAttach({ web, scopesOf, fileHosts, threadless })
  const attach = canvases
    ? createCanvases({ web, attach: attachFile, limits, refused: createRefusals({ now }), threadless })
    : attachFile
  const shown = createPrivate({ web, attach, scopesOf, hosts: responseHosts, installation, log })
  const { begun } = shown

  /** What is posted under a face. */
  const facing = (face: FaceOf) => ({
    ...createMessages({ web, limits, alone, open, threadless, faceless, face, begun }),
    stream: createStreams({ web, scopesOf, open, flat, threadless, faceless, face, begun, now }),
  })

  const mayTell = createAudience({ web, bot: self.id, budget: counted, scopesOf, now })
  const reading = createReading({ web, self, reads, mayTell })
  const searching = createSearch({ web, self, budget: counted, scopesOf, mayTell })

  return {
    facing,
    limits: (place) => limits.limits(readPlace(place)),
    async locate(name) {
      const place = namedPlace(name)
      return place && /^slack:[^:]+:[^:]+$/.test(place) ? place : undefined
    },
    threadOf(message) {
      const { team, channel, ts } = readMessageRef(message)
      const place = threadPlace(team, channel, ts)
      return { place, replyTo: place }
    },
    ...facing(appsOwn),
    attach,
    ...(canvases && { canvases: true as const }),
    placeFor: async (target) => placeFor(target),
    notify: shown.notify,
    find: createFind({ web, self, reads, open, threadless, log }),
    reading: { ...reading, search: searching.search },
    activity: (place, what, language, signal) => activities.show(readPlace(place), what, language, signal),
    mark: createMarks({ web, budget: counted, scopesOf, now }),
    asked({ addressed, replyTo, eventId, text, searchLeave }) {
      if (searchLeave !== undefined) searching.leave(eventId, searchLeave)
      const spot = readPlace(replyTo)
      if (addressed === 'direct' && eventId === eventIdOf(spot.channel, spot.thread!)) activities.asked(spot, text)
    },
    settled: activities.settled,
    zoneOf: (person, signal) => zoneOf(web, person, signal),
    isGuest: (person, _place, signal) => isGuest(web, person, signal),
    download: createDownload({ web, scopesOf, fileHosts }),
    transcript: createTranscripts({ web, scopesOf, fileHosts }),
    shown,
  }
}
