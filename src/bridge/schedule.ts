/** What is due when: each item at most once, earliest first. Setting and deleting take O(log n). */
export interface Schedule<Item> {
  /** Replaces the item's earlier time, if it has one. */
  set(item: Item, at: number): void
  delete(item: Item): void
  /** Undefined when nothing is scheduled. */
  nextAt(): number | undefined
  /** Takes out what is due at `time` or before. */
  takeDue(time: number): Item[]
}

/** A binary heap that knows where each item stands. */
export function createSchedule<Item>(): Schedule<Item> {
  const heap: { item: Item; at: number }[] = []
  const places = new Map<Item, number>()

  function put(entry: { item: Item; at: number }, place: number): void {
    heap[place] = entry
    places.set(entry.item, place)
  }

  function settle(entry: { item: Item; at: number }, place: number): void {
    let at = place
    while (at > 0 && heap[(at - 1) >> 1]!.at > entry.at) {
      put(heap[(at - 1) >> 1]!, at)
      at = (at - 1) >> 1
    }
    while (true) {
      let child = 2 * at + 1
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++
      if (child >= heap.length || heap[child]!.at >= entry.at) break
      put(heap[child]!, at)
      at = child
    }
    put(entry, at)
  }

  function remove(item: Item): void {
    const place = places.get(item)
    if (place === undefined) return
    places.delete(item)
    const last = heap.pop()!
    if (place < heap.length) settle(last, place)
  }

  return {
    set(item, at) {
      settle({ item, at }, places.get(item) ?? heap.length)
    },
    delete: remove,
    nextAt: () => heap[0]?.at,
    takeDue(time) {
      const due: Item[] = []
      while (heap.length > 0 && heap[0]!.at <= time) {
        const { item } = heap[0]!
        remove(item)
        due.push(item)
      }
      return due
    },
  }
}
