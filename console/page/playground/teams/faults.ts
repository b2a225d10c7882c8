import type { Fault } from '../../../stand-ins/teams/view.ts'
import type { FaultSheet } from '../../shared/pane/faults.ts'
import { text } from './strings.ts'

/** What the status is when nothing is typed. */
const usualStatus: Record<string, string> = { error: '500', accepted: '502', refuse: '403' }

/** Faults may be of one conversation alone: the one on screen. */
export const teamsFaults = (conversation: string): FaultSheet<Fault> => ({
  intro: text.faultsIntro,
  kinds: text.faultKinds,
  callName: 'route',
  calls: [
    'POST activities',
    'POST reply',
    'PUT activity',
    'DELETE activity',
    'POST conversations',
    'GET conversation',
    'GET members',
    'GET pagedmembers',
    'GET member',
    'GET team',
    'GET channels',
    'GET attachment',
    'POST token',
    'GET openid',
    'GET keys',
  ],
  fields: [
    {
      name: 'status',
      label: text.status,
      input: 'number',
      min: 400,
      start: '',
      placeholder: (kind) => usualStatus[kind] ?? '',
      kinds: Object.keys(usualStatus),
      short: true,
    },
    { name: 'code', label: text.code, input: 'text', start: 'ContentStreamNotAllowed', kinds: ['refuse'] },
    { name: 'message', label: text.message, input: 'text', start: 'Content stream is not allowed.', kinds: ['refuse'] },
    { name: 'header', label: text.header, input: 'check', start: 'on', kinds: ['ratelimited'] },
    { name: 'onlyHere', label: text.onlyHere, input: 'check', start: '' },
  ],
  read: ({ kind, status, code, message, header, onlyHere }) => ({
    ...(onlyHere === 'on' && { conversation }),
    ...(header === '' && { header: false }),
    ...(status !== undefined && { status: Number(status || usualStatus[kind!]) }),
    ...(code !== undefined && message !== undefined && { code, message }),
  }),
  details: (fault) => [
    ...(fault.conversation === undefined ? [] : [text.here]),
    ...(fault.header === false ? [text.noHeader] : []),
    ...(fault.status === undefined ? [] : [String(fault.status)]),
    ...(fault.code === undefined ? [] : [fault.code]),
  ],
})
