import { createSchedule } from './schedule.ts'

/** When each item is looked at next. */
export interface Looks<Item> {
  /** With everything else that happens in the same go, so that its order is by rank and not by chance. */
  soon(item: Item): void
  /** Replaces the item's earlier time. Only from within a look, or before a look that is coming. */
  at(item: Item, time: number): void
  /** Nothing of it is to be looked at any more. */
  forget(item: Item): void
}

/** `look` is given all that is due at once. `setTimer` returns what cancels it. */
export function createLooks<Item>(parts: {
  now: () => number
  setTimer: (run: () => void, ms: number) => () => void
  look: (due: ReadonlySet<Item>, time: number) => void
}): Looks<Item> {
  const { now, setTimer, look } = parts
  const schedule = createSchedule<Item>()
  const soon = new Set<Item>()
  let isComing = false
  let timer: { at: number; cancel: () => void } | undefined

  function run(): void {
    isComing = false
    const time = now()
    const due = new Set([...soon, ...schedule.takeDue(time)])
    soon.clear()
    look(due, time)
    arm()
  }

  function arm(): void {
    const at = schedule.nextAt()
    if (timer && at !== undefined && timer.at <= at) return
    timer?.cancel()
    timer = undefined
    if (at === undefined) return
    const fire = () => {
      timer = undefined
      run()
    }
    timer = { at, cancel: setTimer(fire, Math.max(0, at - now())) }
  }

  return {
    soon(item) {
      soon.add(item)
      if (isComing) return
      isComing = true
      queueMicrotask(run)
    },
    at: (item, time) => schedule.set(item, time),
    forget(item) {
      soon.delete(item)
      schedule.delete(item)
      arm()
    },
  }
}
