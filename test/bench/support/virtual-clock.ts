/** Resolves once whoever waits for nothing but promises has gone on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export type VirtualClock = ReturnType<typeof createClock>

/** Virtual time: runs all that is due at a moment, lets every promise settle, then jumps to the next. */
export function createClock(settled: () => Promise<void>) {
  const origin = 1_800_000_000_000
  const heap: { at: number; serial: number; run: () => void }[] = []
  let serial = 0

  const before = (a: number, b: number) =>
    heap[a]!.at < heap[b]!.at || (heap[a]!.at === heap[b]!.at && heap[a]!.serial < heap[b]!.serial)
  const swap = (a: number, b: number) => {
    const item = heap[a]!
    heap[a] = heap[b]!
    heap[b] = item
  }

  function takeFirst() {
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return first
    heap[0] = last
    let place = 0
    while (true) {
      let child = 2 * place + 1
      if (child + 1 < heap.length && before(child + 1, child)) child++
      if (child >= heap.length || before(place, child)) return first
      swap(place, child)
      place = child
    }
  }

  const clock = {
    origin,
    time: origin,
    at(at: number, run: () => void) {
      const entry = { at: Math.max(at, clock.time), serial: serial++, run }
      let place = heap.push(entry) - 1
      while (place > 0 && before(place, (place - 1) >> 1)) {
        swap(place, (place - 1) >> 1)
        place = (place - 1) >> 1
      }
      return entry
    },
    sleep: (ms: number) => new Promise<void>((resolve) => clock.at(clock.time + ms, resolve)),
    setTimer(run: () => void, ms: number) {
      const entry = clock.at(clock.time + ms, run)
      return () => {
        entry.run = () => {}
      }
    },
    /** Returns what ends it. */
    every(run: () => void, ms: number): () => void {
      let cancel = clock.setTimer(again, ms)
      function again() {
        cancel = clock.setTimer(again, ms)
        run()
      }
      return () => cancel()
    },
    /** Until nothing is to come any more, or until then. */
    async run(until = Infinity) {
      while (heap.length > 0 && heap[0]!.at <= until) {
        clock.time = heap[0]!.at
        while (heap.length > 0 && heap[0]!.at === clock.time) takeFirst().run()
        await settled()
      }
    },
  }
  return clock
}
