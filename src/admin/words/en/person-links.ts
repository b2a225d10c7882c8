export const personLinkWords = {
  unknown:
    'No code like that works here. Codes work once, for ten minutes, and only among platforms that are connected to the same account. Ask for a new one with `/agent link` where you began.',
  already: 'These two accounts are one person already. `/agent unlink` parts them.',
  tooMany: (most: number) =>
    `That would be more than ${most} accounts of one person. Part some with \`/agent unlink\` first.`,
  busy: 'Something of yours is being answered at the moment, or was changed by somebody else. Nothing was done: try again in a moment.',
  notLinked: 'This account is linked to no other. `/agent link` shows a code that links it.',
  blocked: 'You cannot do that here: an owner has blocked one of your accounts. Ask an owner.',
}
