/** Things in the order of their id, which only grows: found in O(log n), added and forgotten in O(1). */
export interface Timeline<T> {
  readonly size: number
  add(item: T): void
  get(id: string): T | undefined
  remove(id: string): void
  /** Takes the oldest away. */
  shift(): T | undefined
  last(): T | undefined
  /** Oldest first, from the first one at or after `from`. */
  forward(from?: string): Iterable<T>
  /** Newest first, from the last one before `before`. */
  backward(before?: string): Iterable<T>
}

export interface TimelineOrder<T> {
  idOf(item: T): string
  isBefore(a: string, b: string): boolean
}

/** Ids that are decimal numbers without leading zeros: the longer one is the larger. */
export const isBefore = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length)

/** The order of things with such an id. */
export const byId: TimelineOrder<{ id: string }> = { idOf: ({ id }) => id, isBefore }

export function createTimeline<T>({ idOf, isBefore }: TimelineOrder<T>): Timeline<T> {
  let items: (T | undefined)[] = []
  let head = 0

  /** Index of the first item whose id is not smaller. */
  const search = (id: string): number => {
    let low = head
    let high = items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(idOf(items[middle]!), id)) low = middle + 1
      else high = middle
    }
    return low
  }
  const find = (id: string): number => {
    const index = search(id)
    const item = items[index]
    return item !== undefined && idOf(item) === id ? index : -1
  }

  return {
    get size() {
      return items.length - head
    },
    add(item) {
      items.push(item)
    },
    get(id) {
      return items[find(id)]
    },
    remove(id) {
      const index = find(id)
      if (index >= 0) items.splice(index, 1)
    },
    shift() {
      const oldest = items[head]
      if (!oldest) return undefined
      items[head++] = undefined
      if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return oldest
    },
    last() {
      return head < items.length ? items[items.length - 1] : undefined
    },
    *forward(from) {
      for (let index = from === undefined ? head : search(from); index < items.length; index++) yield items[index]!
    },
    *backward(before) {
      for (let index = (before === undefined ? items.length : search(before)) - 1; index >= head; index--) {
        yield items[index]!
      }
    },
  }
}
