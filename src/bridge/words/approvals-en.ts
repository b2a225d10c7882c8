/** What people read who have to agree to what somebody else wants. */
export const approvalsEn = {
  wants: (person: string, agent: string, platform: string) =>
    `**${person}** wants something done that somebody here has to agree to (${agent}, ${platform}):`,
  options: ['Approve', 'Deny'],
  waiting: (person: string) => `_Waiting. Whoever presses first decides; ${person} cannot._`,
  approvedBy: (name: string) => `_✅ Approved by ${name}._`,
  deniedBy: (name: string) => `_Denied by ${name}._`,
  over: {
    expired: '_Nobody decided in time, so it was not done._',
    withdrawn: '_Not needed any more, so it was not done._',
  },
  notYourOwn: 'You asked for this yourself, so somebody else has to agree to it.',
  ownerNote: (agent: string, channel: string) =>
    `Somebody has to agree to what ${agent} is to do, but it could not ask in \`${channel}\`, which its settings name. Please let it post there, or name another channel.`,
}
