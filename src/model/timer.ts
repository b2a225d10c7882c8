/** What an agent does by itself when its time has come. */
export type TimerTask =
  /** Says to a person what they wanted to be told. */
  | { kind: 'reminder'; text: string }
  /** Answers, as if its person had just said that. */
  | { kind: 'ask'; text: string }
  /** Says what a program outside has sent. */
  | { kind: 'message'; text: string; options?: string[] }
  /** Goes on with a scenario. `since`: only while its question still stands that was asked then; absent: it has ended. */
  | { kind: 'scenario'; scenario: string; version: number; node: string; index: number; since?: number }
  | WatchTask

/** Looks by a tool whether something has come that a person wants to be told of, and tells them once it has. */
export interface WatchTask {
  kind: 'watch'
  /** That of its timer: a look changes it. */
  id: string
  /** What they want to be told of, in their words. */
  what: string
  tool: string
  /** Canonical JSON. */
  arguments: string
  /** What the tool gave when that was judged last; absent: nothing was yet. */
  seen?: { hash: string; text: string }
  /** Looks in a row that failed. */
  failures?: number
  everyMinutes: number
  /** When it is given up, in milliseconds since the epoch. */
  until: number
}

/** A timer that a turn sets. */
export interface NewTimer {
  /** Names it for ever; without one it is given one. */
  id?: string
  /** It comes again: five fields of cron. */
  rule?: string
  /** Milliseconds since the epoch. */
  due: number
  /** Of the IANA database. */
  zone: string
  task: TimerTask
}

/** What a turn changes of the timers of its conversation. */
export interface TimerChange {
  add?: readonly NewTimer[]
  /** Those of scenarios whose questions no longer stand are gone. */
  answered?: true
  /** By their ids. */
  remove?: readonly string[]
  /** What these have seen by now, where nobody has taken them away. */
  keep?: readonly WatchTask[]
  /** Nothing of this conversation is looked at any more. */
  unwatch?: true
  /** The agent writes nothing by itself any more, in this place, that its person did not ask for; or again. */
  quiet?: 'begin' | 'end'
}

/** A timer that has gone off, as the turn sees it that follows. */
export interface Fired {
  task: TimerTask
  /** When it was due. */
  due: number
  zone: string
  /** It comes so much later than it was due that its person should know: nobody could answer meanwhile. */
  isLate?: true
  /** So many of the same were left out before it. */
  missed?: number
  /** Nobody who reads it may have asked for it: it says how it is stopped. */
  unasked?: true
}

/** To one person, and into one place, a day: posts that nobody there has asked for, where an agent says nothing else. */
export const unaskedPerDay = 10

/** The event that a message from outside becomes. */
export const eventOfMessage = (id: string): string => `timer:${id}`
