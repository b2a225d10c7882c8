import type { Fault } from '../../../stand-ins/discord/view.ts'
import type { FaultSheet } from '../../shared/pane/faults.ts'
import { text } from './strings.ts'

export const discordFaults: FaultSheet<Fault> = {
  intro: text.faultsIntro,
  kinds: text.faultKinds,
  callName: 'route',
  calls: [
    'POST /channels/{channel}/messages',
    'PATCH /channels/{channel}/messages/{message}',
    'DELETE /channels/{channel}/messages/{message}',
    'GET /channels/{channel}/messages',
    'POST /channels/{channel}/typing',
    'POST /channels/{channel}/messages/{message}/threads',
    'POST /interactions/{interaction}/{token}/callback',
    'PATCH /webhooks/{application}/{token}/messages/{message}',
    'POST /webhooks/{application}/{token}',
    'GET /gateway/bot',
  ],
  fields: [
    { name: 'code', label: text.code, input: 'number', min: 0, start: '50013', kinds: ['refuse'], short: true },
    { name: 'scope', label: text.scope, input: text.scopes, start: 'user', kinds: ['ratelimited'] },
    { name: 'header', label: text.header, input: 'check', start: 'on', kinds: ['ratelimited'] },
  ],
  read: ({ code, scope, header }) => ({
    ...(code !== undefined && { code: Number(code) }),
    ...(scope !== undefined && scope !== 'user' && { scope: scope as NonNullable<Fault['scope']> }),
    ...(header === '' && { header: false }),
  }),
  details: ({ header, scope, code }) => [
    ...(header === false ? [text.noHeader] : []),
    ...(scope ? [text.scopes[scope]] : []),
    ...(code === undefined ? [] : [String(code)]),
  ],
}
