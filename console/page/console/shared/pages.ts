import { strings } from './strings.ts'

/** The pages there are, in the order of the bar; `key` follows g. */
export const pages = [
  { to: '/conversations', name: strings.conversations, key: 'c' },
  { to: '/sessions', name: strings.sessions, key: 's' },
] as const
