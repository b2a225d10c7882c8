import type { Finding } from '../../src/ports/setup.ts'

/** Where people mend what is wrong with an app. */
export const APPS = 'https://api.slack.com/apps'

export const ok = (what: string, say: string): Finding => ({ what, state: 'ok', say })
export const fault = (what: string, say: string): Finding => ({ what, state: 'fault', say })
export const unknown = (what: string, say: string): Finding => ({ what, state: 'unknown', say })
