export interface Ends {
  /** What was deferred last is ended first. */
  defer(end: () => Promise<unknown> | unknown): void
  /** Never rejects: what cannot be ended does not keep the rest. May be called again. */
  run(): Promise<void>
}

/** What was started, to be ended. */
export function createEnds(): Ends {
  const ends: (() => Promise<unknown> | unknown)[] = []
  return {
    defer: (end) => void ends.push(end),
    async run() {
      for (let end = ends.pop(); end; end = ends.pop()) {
        try {
          await end()
        } catch (error) {
          console.error(error)
        }
      }
    },
  }
}
