const all = (uids: readonly string[]): string => uids.map((uid) => `\`${uid}\``).join(', ')

export const linking = {
  code: (code: string) =>
    `Your code is **${code}**. Say **/agent link ${code}**, or in Discord **/parley link ${code}**, where you are somebody else, for example on the other platform, within ten minutes; it works once. Then come back and press the button, or use \`/agent link\` again. Nothing is joined before you agree to it here. Give the code to nobody: whoever tells it asks to be you.`,
  already: (uids: readonly string[]) => `You are one person with ${all(uids)} already.`,
  toldIt: 'I have told it there',
  itIsMe: 'That is me',
  asked: (first: string, second: string) =>
    `This code is of ${first}.\n\nIf that is you, press *That is me*: you (${second}) will be one person with them once you agree there too, and **whoever is there sees and uses everything that agents keep of you**. If somebody else gave you the code, do not press.`,
  told: (first: string) =>
    `Good. Now go back to ${first}, press *I have told it there* or use the command \`link\` there, and agree. Nothing is joined until then.`,
  notYet: 'Nobody has told the code yet. Say it on the other platform, press *That is me* there, then press again.',
  over: 'That code works no more. `/agent link` shows a new one.',
  preview: (other: string, own: string) =>
    `Your code was told by ${other}.\n\nIf that is you, link them: from then on that is one person with you (${own}), with one state, one memory, the same limits and consents, wherever you write.`,
  comesOver: 'This comes over from there:',
  nothing: 'Nothing is kept there that would come over.',
  stays: (names: readonly string[]) =>
    `Both have another value of these, and yours here stays: ${names.map((name) => `\`${name.replaceAll('`', 'ˋ')}\``).join(', ')}.`,
  roles: 'Roles are not joined: an owner gives them to each account. `/agent unlink` parts you again.',
  join: 'Link them',
  refuse: 'That is not me',
  joined: (other: string) =>
    `Done: you are one person with ${other}. \`/agent me\` shows, exports and forgets what is kept of both; \`/agent unlink\` parts you.`,
  refused: 'Nothing was joined, and the code works no more.',
  alone: 'Your account is linked to no other. `/agent link` shows a code that links it.',
  parting: (first: string, parted: readonly string[]) =>
    `This parts ${all(parted)} from \`${first}\`. Values and facts stay with each of them as they are now; conversations go to where they were held. To have something forgotten by one of them, use \`/agent me\` there afterwards.`,
  partNow: 'Part them',
  parted: 'Done: each is a person of their own again.',
}
