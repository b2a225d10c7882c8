import type { Standing } from './session.ts'
import { strings } from './strings.ts'

export interface Page {
  to: string
  name: string
  /** Follows g. */
  key: string
  /** For admins of all agents alone. */
  ofAll?: true
  /** Where it is the playground’s account alone. */
  ofPlayground?: true
  /** Of all accounts together: for the operator’s alone. */
  ofOperator?: true
}

/** The pages there are, in the order of the bar. */
const pages = [
  { to: '/playground', name: strings.playground, key: 'l', ofPlayground: true },
  { to: '/conversations', name: strings.conversations, key: 'c' },
  { to: '/agents', name: strings.agents, key: 'a' },
  { to: '/improve', name: strings.improve, key: 'i' },
  { to: '/handovers', name: strings.handovers, key: 'o' },
  { to: '/replay', name: strings.replay, key: 'r' },
  { to: '/usage', name: strings.usage, key: 'u', ofAll: true },
  { to: '/health', name: strings.health, key: 'h', ofAll: true, ofOperator: true },
  { to: '/events', name: strings.events, key: 'e', ofAll: true },
  { to: '/people', name: strings.people, key: 'p', ofAll: true },
  { to: '/trust', name: strings.trust, key: 't', ofAll: true },
  { to: '/sessions', name: strings.sessions, key: 's' },
] as const satisfies readonly Page[]

/** Those that somebody may see. */
export const pagesFor = ({ adminOf, plays, operates }: Standing) =>
  pages.filter(
    (page) =>
      (adminOf === 'all' || !('ofAll' in page)) &&
      (plays || !('ofPlayground' in page)) &&
      (operates || !('ofOperator' in page)),
  )
