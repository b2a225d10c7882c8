import type { ExpectStatic } from 'vitest'
import type { Trace } from '../../src/model/trace.ts'

/** Names a message that somebody said, for the platform that holds it. */
export type Said = string & { readonly brand?: 'Said' }
export type Who = 'Ann' | 'Ben' | 'Cleo'

export interface StageFile {
  name: string
  mimetype: string
  bytes: Buffer
}

export interface SayMore {
  /** In the thread of that message. */
  in?: Said
  /** As a reply to that message, where people can reply to any. */
  to?: Said
  files?: readonly StageFile[]
}

/** A channel of its own on a platform, with people who talk there, and an agent whom Ann can ask. */
export interface Stage {
  /** Ann's. */
  uid: string
  /** The message that begins a thread, where `in` is not given. */
  say(who: Who, text: string, more?: SayMore): Promise<Said>
  /** Another app says something the way apps do: a title, text and fields, in blocks, an embed or a card. */
  alert?(name: string, alert: Alert, more?: Pick<SayMore, 'in'>): Promise<Said>
  /** Ann forwards a message into her direct conversation with the agent, and says something to it or nothing. */
  forward?(of: Said, text: string): Promise<Said>
  /** Ann puts the emoji to a message by which the agent is asked about it; `again`: takes it away first. */
  react?(of: Said, more?: { again?: true }): Promise<void>
  /** A bot that the agent names says something, or one that it does not. */
  bot?(which: 'named' | 'other', text: string, more?: Pick<SayMore, 'in'>): Promise<Said>
  /** Somebody writes as `name`, by a proxy that the agent names or by one that it does not. */
  proxied?(name: string, text: string, by?: 'other'): Promise<Said>
  edit(who: Who, of: Said, text: string): Promise<void>
  remove(who: Who, of: Said): Promise<void>
  /**
   * The address of a message, as people copy it; or of one that says this in a private channel that Ann and the agent are in, or in one
   * that everybody can read.
   */
  link?(of: Said | { elsewhere: string } | { open: string }): Promise<string>
  /** What people write to have words lead to an address. */
  linked?(words: string, url: string): string
  /** The platform shows below a message what stands behind a link in it. */
  preview?(of: Said, page: { url: string; title: string; text: string }): Promise<void>
  /** Ann says it to the agent alone. */
  tell?(text: string): Promise<Said>
  /** Somebody of another workspace, or a guest, is in the channel too from now on. */
  admitGuest?(): void
  /** What people write who speak of a channel or of a group, and what they see. */
  spokenOf?: { written: string; seen: string }
  /** What was said in a message, to the agent: its mention before it. */
  mention(text: string): string
  /** The platform refuses to be read from now on: the app lacks a right, or asked too often. */
  refuseReading?(why: 'forbidden' | 'limited' | 'silent'): void
  /** Calls by which the platform was asked what was said. */
  reads(): number
  /** Of the answers that Ann sees, the last one. */
  answer(): string | undefined
  /** The message that shows it. */
  answerId(): Said
}

export interface Alert {
  title: string
  text: string
  fields?: Readonly<Record<string, string>>
}

/** A line that the model was shown of what stands around the question. */
export interface QuotedLine {
  id: string
  from: string
  kind: 'person' | 'program' | 'you'
  at?: string
  in?: string
  of?: 'question'
  text: string
  files?: { name: string; type?: string; text?: string }[]
  quotes?: QuotedLine[]
}

/** What the model was asked, read from the bytes that its server got. */
export interface AskedModel {
  /** The last message of the prompt. */
  question: string
  lines: QuotedLine[]
  /** The pictures that stand beside it, as `data:` addresses. */
  pictures: string[]
  /** All that was said to it, as it came. */
  whole: string
  trace: Trace
  /** Whether a model was asked these words by anybody. */
  wasAsked(words: string): boolean
}

export interface Row {
  /** The same on every platform. */
  id: string
  what: string
  /** The prompt ends with these words, and holds the question before them. */
  asks?: string
  /** The question is not Ann's. */
  byOthers?: true
  /** What has to be there before, and then the question, whose text holds `question`. */
  play(stage: Stage, question: string): Promise<void>
  check(asked: AskedModel, stage: Stage, expect: ExpectStatic): void
}
