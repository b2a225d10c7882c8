import type { Hit } from '../model/knowledge.ts'

/** Finds passages. What can be found is what the store holds: a passage is there as soon as its source is live. */
export interface Search {
  /** The best passages of an agent, best first, at most `limit` (1 to 30). Never throws for what `text` says. */
  query(agent: string, text: string, limit: number): Promise<Hit[]>
  /** To be called when about so many passages have come or gone: keeps queries fast. */
  settle(passages: number): Promise<void>
}
