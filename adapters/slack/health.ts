import type { Log } from '../../src/ports/log.ts'
import { LACKING } from './codes.ts'
import { errorOf, judge } from './outcome.ts'
import type { ApiCall, Reply, Web } from './web.ts'

/** What shows answers. That a right is missing for anything else is said where it is missed. */
const SHOWS = /^chat\.(?:postMessage|update|startStream|appendStream|stopStream)$/

/**
 * Hears what Slack says to our calls. That there is something to mend is said once; `refusal` is Slack's word for it until it is
 * mended.
 */
export function watched(web: Web, installation: string, log: Log): Web & { refusal(): string | undefined } {
  /** By the method that lacks a right; all of them where it is the token. */
  const refused = new Map<string, string>()

  function heard(method: string, reply: Reply): Reply {
    if ('ok' in reply) {
      refused.delete(method)
      refused.delete('*')
      return reply
    }
    const error = errorOf(reply) ?? ''
    const isLacking = LACKING.has(error)
    if (judge(reply) !== 'revoked' || (isLacking && !SHOWS.test(method))) return reply
    const what = isLacking ? method : '*'
    if (refused.get(what) !== error) log.error({ installation, method, reply }, REFUSED)
    refused.set(what, error)
    return reply
  }

  const begin = (signal?: AbortSignal): ApiCall => {
    const call = web.begin(signal)
    return async (method, args, token) => {
      const reply = await call(method, args, token)
      // Of another token nothing follows for the app's.
      return token === undefined ? heard(method, reply) : reply
    }
  }
  return {
    begin,
    call: (method, args, signal) => begin(signal)(method, args),
    send: web.send,
    fetch: web.fetch,
    refusal: () => refused.values().next().value,
  }
}

const REFUSED =
  'Slack refuses the app in this workspace, so nobody is answered there until that is mended: `parley doctor slack` says what is missing; installing the app again gives it its rights and a new token.'
