import type { Language } from '../lib/language.ts'
import type { Place } from '../model/message.ts'
import type { Activity, Channel } from '../ports/channel.ts'

const callMs = 10_000
/** Platforms take a sign away by themselves after a while: Slack after two minutes. */
const renewEveryMs = 90_000
/** What several messages wish to show in one place: the first of these that any of them does. */
const precedence: readonly Activity[] = ['searching', 'thinking', 'received', 'waiting', 'writing']

/** What goes on for one message, as whoever wrote it sees it. */
export interface Sign {
  what: Activity
  language: Language
  /** Rejects where nothing may be told for it any more. */
  mayTell(what: Activity): Promise<void>
}

/** The signs of all messages that are answered in one place. */
export interface Board {
  add(sign: Sign): void
  /** Another process, or an earlier one, may have told something there: it is told anew, also that there is nothing. */
  unsure(): void
  /** What is to be seen has changed. Resolves when it is told. */
  changed(sign: Sign): Promise<void>
  /** It has come to its end. Resolves when that is told; undefined where there is nothing to tell. */
  remove(sign: Sign): Promise<void> | undefined
}

/**
 * What a place shows of what goes on there. One call at a time, the latest wish last, so that nothing can be told after its end:
 * neither what was on its way when an answer ended, nor over what another message there still waits for.
 */
export function createBoards(): (channel: Channel, place: Place) => Board {
  const boards = new Map<Place, ReturnType<typeof createBoard>>()

  return (channel, place) => {
    const known = boards.get(place)
    if (known) return known.of(channel)
    const board = createBoard(channel, place, () => boards.delete(place))
    boards.set(place, board)
    return board
  }
}

function createBoard(given: Channel, place: Place, atRest: () => void): Board & { of(channel: Channel): Board } {
  let channel = given
  const signs = new Set<Sign>()
  let told: Activity | undefined = 'idle'
  let telling = Promise.resolve()
  let calls = 0
  let renewing: NodeJS.Timeout | undefined

  const wanted = (): Activity => foremost()?.what ?? 'idle'
  const foremost = (): Sign | undefined =>
    precedence.map((what) => [...signs].find((sign) => sign.what === what)).find((sign) => sign !== undefined)

  async function tell(by: Sign): Promise<void> {
    const sign = foremost() ?? by
    const what = wanted()
    if (what === told) return
    told = what
    keepUp()
    try {
      await sign.mayTell(what)
      await channel.activity?.(place, what, sign.language, AbortSignal.timeout(callMs))
    } catch {}
  }

  /** As long as something is shown that goes away by itself. */
  function keepUp(): void {
    if (told === 'idle' || told === 'writing') clearInterval(renewing)
    else if (told !== undefined) {
      clearInterval(renewing)
      renewing = setInterval(renew, renewEveryMs).unref()
    }
  }

  function renew(): void {
    const sign = foremost()
    if (!sign) return
    told = undefined
    void changed(sign)
  }

  function changed(sign: Sign): Promise<void> {
    calls += 1
    telling = telling
      .then(() => tell(sign))
      .then(() => {
        calls -= 1
        rest()
      })
    return telling
  }

  function rest(): void {
    if (calls > 0 || signs.size > 0) return
    clearInterval(renewing)
    atRest()
  }

  const board: Board & { of(channel: Channel): Board } = {
    of(latest) {
      channel = latest
      return board
    },
    add: (sign) => void signs.add(sign),
    unsure() {
      told = undefined
    },
    changed,
    remove(sign) {
      signs.delete(sign)
      if (calls > 0 || wanted() !== told) return changed(sign)
      rest()
      return undefined
    },
  }
  return board
}
