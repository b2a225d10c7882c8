import { describe, expect, it } from 'vitest'
import { createLooks, type Looks } from '../../src/bridge/looks.ts'

/** A clock that stands still until it is moved, and what is looked at when. */
function watched(onLook?: (looks: Looks<string>, due: ReadonlySet<string>) => void) {
  let time = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const told: string[] = []
  let set = 0
  const looks: Looks<string> = createLooks<string>({
    now: () => time,
    setTimer(run, ms) {
      const id = ++set
      timers.set(id, { at: time + ms, run })
      return () => timers.delete(id)
    },
    look(due, at) {
      told.push(`${[...due].join(' ')} at ${at}`)
      onLook?.(looks, due)
    },
  })
  return {
    looks,
    told,
    timers: () => ({ set, waiting: [...timers.values()].map(({ at }) => at) }),
    to(at: number) {
      time = at
      for (const [id, timer] of timers) if (timer.at <= at && timers.delete(id)) timer.run()
    },
  }
}
const go = () => Promise.resolve()

describe('looking at items', () => {
  it('is done once for all of a go, and not at what is forgotten meanwhile', async () => {
    const { looks, told } = watched()
    for (const item of ['a', 'b', 'a', 'c']) looks.soon(item)
    looks.forget('b')
    expect(told).toEqual([])
    await go()
    expect(told).toEqual(['a c at 0'])
    looks.soon('b')
    await go()
    expect(told).toEqual(['a c at 0', 'b at 0'])
  })

  it('comes at the time that was said last, by one timer, which is set anew for what is earlier alone', async () => {
    const { looks, told, to, timers } = watched((looks, due) => {
      if (due.has('a')) looks.at('later', 100)
      if (due.has('b')) looks.at('later', 200)
      if (due.has('c')) looks.at('sooner', 50)
    })
    looks.soon('a')
    await go()
    expect(timers()).toEqual({ set: 1, waiting: [100] })
    // Whoever comes at 100 finds nothing, and waits on.
    looks.soon('b')
    await go()
    expect(timers()).toEqual({ set: 1, waiting: [100] })
    looks.soon('c')
    await go()
    expect(timers()).toEqual({ set: 2, waiting: [50] })
    to(50)
    expect(timers().waiting).toEqual([200])
    to(200)
    expect(told).toEqual(['a at 0', 'b at 0', 'c at 0', 'sooner at 50', 'later at 200'])
    expect(timers().waiting).toEqual([])
  })

  it('leaves no timer behind for what is forgotten', async () => {
    const { looks, told, timers } = watched((looks, due) => {
      if (due.has('a')) looks.at('later', 100)
    })
    looks.soon('a')
    await go()
    looks.forget('later')
    expect(timers().waiting).toEqual([])
    expect(told).toEqual(['a at 0'])
  })

  it('that was due before now comes at once', async () => {
    const { looks, told, to, timers } = watched((looks, due) => {
      if (due.has('a')) looks.at('late', 40)
    })
    to(90)
    looks.soon('a')
    await go()
    expect(timers().waiting).toEqual([90])
    to(90)
    expect(told).toEqual(['a at 90', 'late at 90'])
  })
})
