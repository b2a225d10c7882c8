import type { Hit } from '../model/knowledge.ts'

/** Finds passages. What can be found is what the store holds: a passage is there as soon as its source is live. */
export interface Search {
  /**
   * The best passages of an agent, best first, at most `limit` (1 to 30). Of several ways to say the same a passage's score is that of
   * the one it fits best. Never throws for what a text says.
   */
  query(agent: string, text: string | readonly string[], limit: number): Promise<Hit[]>
  /** To be called when about so many passages have come or gone: keeps queries fast. */
  settle(passages: number): Promise<void>
}
