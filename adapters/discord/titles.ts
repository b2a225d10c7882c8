const KEPT = 1000
const LONGEST = 200

/** What people wrote lately, for the names of threads that answers are given in. */
export function createTitles() {
  const known = new Map<string, string>()
  return {
    add(message: string, text: string): void {
      known.set(message, text.slice(0, LONGEST))
      if (known.size > KEPT) known.delete(known.keys().next().value!)
    },
    of: (message: string): string | undefined => known.get(message),
  }
}
export type Titles = ReturnType<typeof createTitles>
