import { hash } from 'node:crypto'
import type { BestResponse } from '../../model/conversation.ts'
import type { TapeKind } from '../../model/tape.ts'
import type { SearchResult } from '../knowledge/find.ts'

/**
 * Everything that makes an answer what it is, and is none of the agent's document: clock, chance, and what is read or asked outside the
 * engine. While somebody waits it is recorded; where the turn is made again it comes from the recording.
 */
export interface TurnTape {
  /** The turn is made again. */
  readonly played: boolean
  now(read: () => number): number
  /** 0 ≤ n < 1. */
  random(draw: () => number): number
  /** `of`: what it is about; the same question has the same answer. */
  take<Value>(kind: TapeKind, of: string, ask: () => Promise<Value>): Promise<Value>
  find(of: string, ask: () => Promise<SearchResult>): Promise<SearchResult>
  /** The phrases of the agent were not learned yet: the same words may be recognised otherwise later. */
  unlearned(): void
}

/** What stands for a text where the text is not to stand. */
export const hashOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

/** What an answer says and shows; not how sure it was. */
export function answerHash({ score: _, isSearching: __, isAutoResponse: ___, ...shown }: BestResponse): string {
  return hashOf(JSON.stringify(shown))
}

/** What was found, as it is recorded: whose ids and scores, and of what state of the knowledge. */
export interface FoundOnTape {
  revision: string
  hits: [id: number, score: number][]
  withoutVectors?: string
}
