import type { Fault } from '../../../stand-ins/slack/view.ts'
import type { FaultSheet } from '../../shared/pane/faults.ts'
import { strings } from '../../strings.ts'

export const slackFaults: FaultSheet<Fault> = {
  intro: strings.faultsIntro,
  kinds: strings.faultKinds,
  callName: 'method',
  calls: [
    'chat.postMessage',
    'chat.update',
    'chat.delete',
    'chat.postEphemeral',
    'chat.startStream',
    'chat.appendStream',
    'chat.stopStream',
    'files.getUploadURLExternal',
    'files.completeUploadExternal',
    'assistant.threads.setStatus',
    'agents.sessions.setStatus',
    'conversations.replies',
    'conversations.history',
    'users.info',
    'views.open',
    'apps.connections.open',
  ],
  fields: [
    {
      name: 'error',
      label: strings.refusal,
      input: 'text',
      start: 'fatal_error',
      kinds: ['refuse'],
      short: true,
    },
  ],
  read: ({ error }) => ({ ...(error !== undefined && { error }) }),
  details: ({ error }) => (error === undefined ? [] : [error]),
}
