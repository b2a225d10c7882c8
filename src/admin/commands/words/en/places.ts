import type { ContextReach } from '../../../../model/context.ts'
import type { Mode, Reach } from '../places.ts'

const modes: Record<Mode, string> = {
  mention: 'when it is mentioned',
  thread: 'when it is mentioned, and in threads it takes part in',
  all: 'everything',
  listen: 'when it is mentioned, and listens to the rest',
}

const reaches: Record<ContextReach, string> = {
  none: 'nothing around it',
  message: 'what the message itself forwards, quotes or replies to',
  thread: 'the thread it stands in',
  channel: 'the thread it stands in and, outside of threads, the last messages of the channel',
}

const where: Record<Reach, string> = {
  channel: 'in this channel',
  workspace: 'in the whole workspace',
  organisation: 'in the whole organisation',
}

export const places = {
  used: (agent: string, mode: Mode, reach: Reach, former: string | undefined) =>
    `\`${agent}\` answers ${where[reach]} from now on: ${modes[mode]}.${former === undefined || former === agent ? '' : ` Until now it was \`${former}\`.`}`,
  isTold: (reach: Reach): string =>
    reach === 'channel'
      ? 'Everybody in the channel is told so.'
      : 'Each channel is told so before anything in it is heard.',
  sees: (reach: ContextReach) => `To answer a message here it looks at ${reaches[reach]}.`,
  reads: (said: string) => `Of that it reads: \`${said}\`.`,
  readsUnknown: (said: string) =>
    `\`${said}\` cannot be read. Say, each optional: \`messages=50\` (1 to 200), \`hours=24\`, \`programs=no\`, \`files=pdf,text\` (text, pdf, office, mail, archive, image, voice), \`size=5\` (MiB, up to 25).`,
  unused: (agent: string, reach: Reach, now: string | undefined) =>
    `\`${agent}\` is not bound ${where[reach]} any more. ${now === undefined ? 'No agent answers here now.' : `\`${now}\` answers here now, because it does elsewhere around it.`}`,
  wholeWorkspace: 'What answers in a whole workspace, server or organisation is for admins of all agents to say.',
  hearingAll:
    'An agent that hears everything in a channel has to be allowed by an admin of all agents, or by an admin of it who manages this workspace or server.',
  restored: 'It is as it was before.',
  changedSince: 'It was changed again since, so that cannot be taken back. Nothing was changed.',
  nowhere: 'Use this in the channel it is about.',
  nowhereAtTerminal: 'Say which channel with --in, e.g. --in slack:T0AB/C0XY.',
  noOrganisation:
    'This is not in an organisation that has the app as a whole. Bind the workspace with `--where workspace`.',
  notBound: (reach: Reach) =>
    `No agent is bound ${where[reach]}.${reach === 'channel' ? ' If one answers here, it is bound to the workspace or is the default: `--where workspace`.' : ''}`,
  undo: 'Undo',
}
