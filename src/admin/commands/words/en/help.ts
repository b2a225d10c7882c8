export const help = {
  always: 'Always at hand',
  title: 'What you can do here:',
  howTo: (command: string) => `\`${command} <command>\` says how one is used.`,
  usage: 'Usage:',
  example: 'For example:',
  optional: 'may be left out',
  attached: 'attached to the message',
  oneOf: 'One of',
  familyOf: (family: string) => `\`${family}\` needs a word more:`,
  rights: {
    anyone: 'For everybody.',
    self: 'For everybody about themselves, for admins about anyone.',
    admin: 'For admins of the agent.',
    admins: 'For admins of all agents.',
    owner: 'For owners.',
  },
}
