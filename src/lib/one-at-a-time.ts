/** Runs what is asked for under one key one at a time, in the order it was asked for. */
export function createOneAtATime() {
  const last = new Map<string, Promise<unknown>>()

  return async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const before = last.get(key)
    const running = before ? before.then(run, run) : run()
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}
