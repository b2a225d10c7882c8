import { shown } from '../../../../lib/quoting.ts'

export const approvals = {
  question: (asker: string, agent: string, tool: string) =>
    `<@${asker}> wants \`${shown(agent)}\` to use \`${shown(tool)}\`, which an owner has to agree to. Exactly this would be sent:`,
  stepQuestion: (asker: string, agent: string) =>
    `<@${asker}> wants \`${shown(agent)}\` to do this, which an owner has to agree to:`,
  approve: 'Approve',
  deny: 'Deny',
  approved: '✅ Approved. It is done now, and whoever asked is told what came of it.',
  denied: 'Denied. Nothing is done, and whoever asked is told so.',
  before: 'Somebody has decided on this already.',
  over: 'Its time is over: nothing was done.',
}
