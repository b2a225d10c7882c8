import { request } from 'undici'
import { callLimitMs } from '../../src/ports/channel.ts'

export interface AccessParts {
  clientId: string
  clientSecret: string
  apiUrl: string
}

/** What Slack gives for a code, or for a refresh token. */
export interface Access {
  ok?: boolean
  error?: string
  access_token?: string
  token_type?: string
  refresh_token?: string
  /** In seconds. */
  expires_in?: number
  bot_user_id?: string
  team?: { id: string; name?: string } | null
  enterprise?: { id: string; name?: string } | null
  is_enterprise_install?: boolean
}

/** A token that is taken once, and until when that lasts which came with it (ms since the epoch). */
export interface Refresh {
  token: string
  until: number
}

/** `oauth.v2.access`. Undefined where Slack was not reached. */
export async function ask(
  { clientId, clientSecret, apiUrl }: AccessParts,
  asked: Record<string, string>,
): Promise<Access | undefined> {
  try {
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
    const { body } = await request(new URL('oauth.v2.access', apiUrl), {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic.toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(asked).toString(),
      signal: AbortSignal.timeout(callLimitMs),
    })
    return (await body.json()) as Access
  } catch {
    return undefined
  }
}

/** Of an app with token rotation. */
export function refreshOf({ refresh_token: token, expires_in: seconds }: Access, now: number): Refresh | undefined {
  return token && seconds ? { token, until: now + seconds * 1000 } : undefined
}
