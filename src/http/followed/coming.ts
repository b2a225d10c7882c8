import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { interrupted } from '../calls.ts'
import type { Processes } from '../processes.ts'
import { createFollowing, type FollowedTurn, type Following } from './following.ts'
import type { Kept, KeptTurn } from './kept.ts'
import type { Known } from './known.ts'
import { createMaking, type MakingParts } from './making.ts'

/** How often a turn is looked at that another process makes, in milliseconds, and every how many times whether that lives. */
const lookEveryMs = 100
const looksALife = 10

export interface ComingParts extends Omit<MakingParts, 'onLost'> {
  kept: Kept
  known: Known
  processes: Processes
  log: Log
}

/** Turns that readers come to in another process than the one that began them. */
export function createComing(parts: ComingParts) {
  const { kept, known, log } = parts
  const { holder, isAlive, notices } = parts.processes
  const { make, goOn } = createMaking({ ...parts, onLost: watched })

  /** Whether somebody makes it. What this process holds and does not make it was not told to hold: the database went away. */
  const isMade = async ({ head: { id }, holder: by }: KeptTurn): Promise<boolean> =>
    by === holder ? known.isMade(id) : isAlive(by)

  /** Tells what is new of it. */
  function isOver(following: Following, { pieces, outcome }: KeptTurn): boolean {
    for (const piece of pieces.slice(following.pieces.length)) following.add(piece)
    if (!outcome) return false
    if ('end' in outcome) following.end(outcome.end)
    else following.fail(new AppError(outcome.error.code, outcome.error.say, outcome.error))
    return true
  }

  function watched(following: Following): void {
    const { id } = following.turn
    known.lose(id)
    const cancel = async () => {
      await kept.cancel(id)
      await notices.tell({ unwanted: { turn: id } })
    }
    const stop = () => void cancel().catch((err) => log.error({ err, turn: id }, 'a turn was not stopped'))
    following.madeBy({ stop, cancel: stop, isElsewhere: true })
    // Where nobody hears it, the answer is cut off once its readers there have left.
    void notices.tell({ followed: { turn: id } }).catch(() => {})
    watch(following).catch((error) => {
      // Whoever comes again looks again.
      known.forget(id)
      following.fail(error)
    })
  }

  /** Follows what another process makes; where that has died, this one goes on. */
  async function watch(following: Following): Promise<void> {
    const { id } = following.turn
    for (let look = 0; ; look++) {
      const row = await kept.find(id)
      if (!row) throw interrupted()
      if (isOver(following, row)) return
      if (look % looksALife === 0 && !(await isMade(row)) && !known.isMade(id)) {
        if (await known.make(following, () => kept.takeOver(row))) return goOnWith(following)
      }
      await sleep(lookEveryMs, undefined, { ref: false })
    }
  }

  async function goOnWith(following: Following): Promise<void> {
    const { id } = following.turn
    // The process that has died may have told more since it was looked at.
    const row = await kept.find(id)
    if (!row) throw interrupted()
    isOver(following, row)
    log.info({ turn: id }, 'a turn whose process has died goes on here')
    await goOn(following, row)
  }

  const unhear = notices.hear({
    followed: ({ turn }) => known.isMade(turn) && known.find(turn)?.followedElsewhere(),
    unwanted: ({ turn }) => known.isMade(turn) && known.find(turn)?.turn.cancel(),
    missed() {
      for (const [id, { turn }] of known.made()) {
        void kept.find(id).then(
          (row) => row?.isCancelled && turn.cancel(),
          (err) => log.error({ err, turn: id }, 'whether a turn is still wanted was not found out'),
        )
      }
    },
  })

  return {
    make,
    isMade,
    come(row: KeptTurn): FollowedTurn {
      const here = known.find(row.head.id)
      if (here) return here.turn
      const following = createFollowing(row.head)
      known.know(following)
      if (!isOver(following, row)) watched(following)
      return following.turn
    },
    close: unhear,
  }
}
