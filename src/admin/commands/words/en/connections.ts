import { plain, shown } from '../../../../lib/quoting.ts'

export const connections = {
  connect: (server: string) => `Connect ${server}`,
  disconnect: (server: string) => `Disconnect ${server}`,
  byPerson: 'each person gives leave for themselves',
  open: '⚠️ nobody has given leave yet',
  narrow: '⚠️ connected, but it wants leave for more',
  given: 'connected',
  link: (server: string, isOwn: boolean) =>
    isOwn
      ? `The page asks you for your own leave at ${plain(server)}. The link works once, within ten minutes.`
      : `The page asks you for leave at ${plain(server)}, which this agent then has whoever talks with it: sign in there as somebody who may do what it is for, and no more. The link works once, within ten minutes.`,
  openPage: 'Open the page',
  gone: (server: string) => `The leave at ${plain(server)} is taken back, and what was kept of it is deleted.`,
  lostNote: (agent: string, server: string, list: string) =>
    `⚠️ \`${shown(agent)}\` may use ${plain(server)} no more: the leave that an admin gave was not renewed there. \`${list} --agent ${shown(agent)}\` connects it again.`,
  none: 'No agent has leave to do anything in your name.',
  listed: 'These agents may use these services in your name:',
  standing: 'These tools are called in these places without asking you, since you said “Always for me here”:',
  title: 'Leave you gave',
  which: 'Which',
  takeBack: 'Take back',
  asksAgain: (tool: string) => `You are asked again there before \`${shown(tool)}\` is called.`,
}
