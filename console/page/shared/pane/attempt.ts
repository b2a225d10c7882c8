/** Does something, and says in a sentence what could not be done. Answers whether it was. */
export type Attempt = (work: () => Promise<unknown>) => Promise<boolean>

export const createAttempt =
  (onError: (sentence: string) => void): Attempt =>
  async (work) => {
    try {
      await work()
      return true
    } catch (error) {
      onError(error instanceof Error ? error.message : String(error))
      return false
    }
  }
