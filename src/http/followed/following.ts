import type { CallerCall } from '../../model/tools.ts'
import type { ApiEnd, ApiHead } from './api-end.ts'

export interface TurnUsage {
  input: number
  output: number
  cached: number
  reasoning: number
}

export interface TurnEnd {
  text: string
  /** Why it is not whole. */
  broken: 'stopped' | 'interrupted' | undefined
  /** What the caller's program is to call, for the answer to go on. */
  calls: readonly CallerCall[]
  usage: TurnUsage
  /** Of a turn of `/api`, whose answer is more than its text. */
  api?: ApiEnd
}

/** What is known of a turn from its beginning. */
export interface TurnHead {
  readonly id: string
  /** Of the key that asked. Nobody else's may follow it. */
  readonly key: string
  readonly model: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Of a turn of `/api`. */
  readonly api?: ApiHead
}

/** How far a turn is. */
export interface TurnState {
  /** So many pieces make the text. */
  pieces: number
  text: string
  /** As far as it is known here: of a turn that another process makes it is not. */
  isSearching: boolean
}

/** A turn that any number of responses may follow, each from its beginning, also after it has ended. */
export interface FollowedTurn extends TurnHead {
  /** Resolves with the first text, or with the end. */
  readonly begun: Promise<void>
  /** Rejects with what there is no answer for. */
  readonly end: Promise<TurnEnd>
  /** Set once it has ended. */
  readonly isEnded: boolean
  /** The answer, piece by piece as it was written. What they make together is the text of the end, unless that is another one. */
  pieces(): AsyncIterable<string>
  /** How many there are by now. */
  readonly length: number
  /** How far it is, whenever it has got further, until it ends. Whoever is slow misses what was so in between. */
  states(): AsyncIterable<TurnState>
  stop(): void
  /** Stops it because its caller says so: what it has by then is its answer, even if that is nothing. */
  cancel(): void
  /** Somebody follows it until the function is called. With `stops`, it is stopped when nobody has for a while. */
  follow(stops: boolean): () => void
}

/** Who makes a turn, and can end it. */
export interface Maker {
  stop(): void
  cancel(): void
  /** Another process has followers of its own. */
  isElsewhere: boolean
}

/** A turn, as whoever makes it tells of it. */
export interface Following {
  readonly turn: FollowedTurn
  readonly pieces: readonly string[]
  /** What the pieces make. */
  readonly text: string
  add(piece: string): void
  search(isSearching: boolean): void
  end(end: TurnEnd): void
  fail(error: unknown): void
  /** Somebody else makes it from now on. */
  madeBy(maker: Maker): void
  /** Somebody follows it in another process, of whom nobody here knows when they leave. */
  followedElsewhere(): void
}

/** OpenAI's SDK asks again after at most 8 s; whoever has left for longer does not come back. In milliseconds. */
const aloneMs = 9_000

export function createFollowing(head: TurnHead): Following {
  const pieces: string[] = []
  let text = ''
  let isSearching = false
  let isEnded = false
  let followers = 0
  let isFollowedElsewhere = false
  let leaving: NodeJS.Timeout | undefined
  let maker: Maker | undefined
  let changed = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<TurnEnd>()
  // Whether anybody waits for it or not.
  end.promise.catch(() => {})
  const tell = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const over = () => {
    clearTimeout(leaving)
    isEnded = true
    begun.resolve()
    tell()
  }
  const stop = () => maker?.stop()
  const turn: FollowedTurn = {
    ...{ ...head, begun: begun.promise, end: end.promise, stop },
    get isEnded() {
      return isEnded
    },
    get length() {
      return pieces.length
    },
    cancel() {
      if (!isEnded) maker?.cancel()
    },
    async *pieces() {
      for (let at = 0; ; at++) {
        while (at >= pieces.length && !isEnded) await changed.promise
        if (at >= pieces.length) return
        yield pieces[at]!
      }
    },
    async *states() {
      for (let told: TurnState | undefined; !isEnded; ) {
        const isNew = told?.pieces !== pieces.length || told.isSearching !== isSearching
        if (!isNew) await changed.promise
        else {
          told = { pieces: pieces.length, text, isSearching }
          yield told
        }
      }
    },
    follow(stops) {
      followers++
      clearTimeout(leaving)
      return () => {
        const isLeft = --followers === 0 && !isFollowedElsewhere
        if (isLeft && stops && !isEnded && !maker?.isElsewhere) leaving = setTimeout(stop, aloneMs)
      }
    },
  }
  return {
    turn,
    pieces,
    get text() {
      return text
    },
    add(piece) {
      pieces.push(piece)
      text += piece
      begun.resolve()
      tell()
    },
    search(is) {
      if (is === isSearching) return
      isSearching = is
      tell()
    },
    end(what) {
      end.resolve(what)
      over()
    },
    fail(error) {
      end.reject(error)
      over()
    },
    madeBy(by) {
      maker = by
    },
    followedElsewhere() {
      isFollowedElsewhere = true
      clearTimeout(leaving)
    },
  }
}
