import type { Language } from '../../lib/language.ts'
import type { ConversationRequest, Final, Progress } from '../../model/conversation.ts'
import type { HandoverChoice } from '../../model/handover.ts'
import type { Talk } from '../../model/talk.ts'
import type { Trace } from '../../model/trace.ts'
import type { Drawings } from '../../ports/drawings.ts'
import type { Offered } from '../../ports/tools.ts'
import type { WebhookOutcome } from '../../ports/webhooks.ts'
import type { Actor } from '../actor.ts'
import type { Proposal } from '../proposals/proposal.ts'
import type { RunReplay } from '../replay.ts'

/** What the commands ask of rooms that they cannot see; whoever wires them gives it. */
export interface Outside {
  /**
   * The draft's answer to an utterance of a person, or that of what is live. Nothing is kept, and nobody is called. `talk`: what was said
   * in the same trial before.
   */
  test(what: {
    account: string
    agent: string
    person: string
    utterance: string
    talk?: Talk | undefined
    /** What else came with it. */
    beside?: Pick<ConversationRequest, 'state' | 'images' | 'startUtterance' | 'disableAiResponse' | 'disableHistory'>
    /** Somebody who follows it, and may stop it. */
    follow?: { signal: AbortSignal; onProgress(progress: Progress): void }
  }): Promise<Tested>
  /** The rules of the draft that an utterance is most like, best first, and how alike one must be to answer. */
  alike(what: { account: string; agent: string; utterance: string; limit: number }): Promise<{
    threshold: number
    rules: readonly { index: number; phrase: string; score: number }[]
  }>
  /** What people said, run again on the draft or on what is live. */
  replay: RunReplay
  /** What a model would make of a sentence about an agent; undefined where none is there, or none answers in time and in form. */
  propose(what: {
    account: string
    person: string
    door: Actor['door']
    wish: string
    language: Language
  }): Promise<Proposal | undefined>
  /** What the servers of the draft offer now, and those that could not be asked. `isBrief`: somebody is typing, and what is known does. */
  toolsOf(what: {
    account: string
    agent: string
    /** Who asks: servers may offer people different tools. */
    person: string
    isBrief?: boolean
  }): Promise<Offered>
  /** Takes a conversation that is handed to people, or ends that; what the person reads where it was done before. */
  handOver(what: {
    id: string
    choice: Exclude<HandoverChoice, 'send'>
    person: string
    door: Actor['door']
    name?: string | undefined
  }): Promise<string | undefined>
  /** An owner's word on a call that somebody wants made. `before`: somebody has decided already; `over`: too late. */
  decideCall(what: {
    id: string
    account: string
    state: 'approved' | 'denied'
    by: { uid: string; door: string }
  }): Promise<'decided' | 'before' | 'over'>
  /** A picture of what leads where; undefined where there can be none. */
  draw: Drawings['png']
  /** Whether a URL may be called, as far as can be told without looking anything up. */
  mayCall(url: string): boolean
  /** Calls a webhook of the draft once, signed as always. */
  tryWebhook(what: { account: string; agent: string; webhook: string }): Promise<WebhookOutcome>
}

export interface Tested extends Pick<Final, 'answer' | 'userState' | 'interrupted'> {
  trace: Trace
  /** Webhooks that would have been called. */
  uncalled: readonly string[]
  /** For what is said next in the same trial. */
  talk: Talk
  /** At a terminal: the server that runs, or the process of the command itself. */
  by?: 'server' | 'shell'
}
