import { request } from 'undici'
import type { Texts } from '../../src/lib/language.ts'
import { words } from './words/index.ts'

/** Where people mend what is wrong with an app. */
export const APPS = 'https://api.slack.com/apps'
export const CALL_MS = 10_000

/** What became of a call, with the scopes that Slack says the token has. */
type Told =
  | { answer: Record<string, unknown>; error: string | undefined; scopes: string[] }
  /** It could not be asked. */
  | { failed: Texts }
export type DoctorCall = (method: string, token: string, args?: Record<string, string>) => Promise<Told>

export function caller(apiUrl: string): DoctorCall {
  return async (method, token, args = {}) => {
    const target = new URL(method, apiUrl.replace(/\/*$/, '/'))
    try {
      const { statusCode, headers, body } = await request(target, {
        method: 'POST',
        headers: {
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(args).toString(),
        signal: AbortSignal.timeout(CALL_MS),
      })
      const answer = parse(await body.text())
      if (!answer) return { failed: words.doctor.noJson(target.origin, statusCode) }
      const error = answer['ok'] === true ? undefined : String(answer['error'])
      return { answer, error, scopes: String(headers['x-oauth-scopes'] ?? '').split(/,\s*/) }
    } catch {
      return { failed: words.doctor.unreachable(target.origin) }
    }
  }
}

/** Undefined for what is no JSON. */
export function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
