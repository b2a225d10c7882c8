/** How soon what could not be written is tried again, in milliseconds. */
const againMs = 1000

export type Owed = ReturnType<typeof createOwed>

/**
 * How calls ended, where the database was away when it was to be written down: else whoever comes again would be told for as long as
 * this process lives that they run. It is written once the database is back, and before anybody here is told of that call.
 */
export function createOwed() {
  const all = new Map<string, { write: () => Promise<unknown>; writing?: Promise<void> | undefined }>()

  async function pay(of: string): Promise<void> {
    const owed = all.get(of)
    if (!owed) return
    owed.writing ??= owed
      .write()
      .then(() => void all.delete(of))
      .finally(() => (owed.writing = undefined))
    await owed.writing
  }

  const timer = setInterval(() => {
    for (const of of all.keys()) void pay(of).catch(() => {})
  }, againMs).unref()

  return {
    /** Writes it now or, where that fails, later: undefined then. */
    async write<T>(of: string, write: () => Promise<T>): Promise<T | undefined> {
      try {
        return await write()
      } catch {
        all.set(of, { write })
        return undefined
      }
    },
    has: (of: string): boolean => all.has(of),
    /** Throws where it still cannot be written. */
    pay,
    close: () => clearInterval(timer),
  }
}
