import { counted, number } from '../../lib/counts.ts'
import { plain } from '../../lib/quoting.ts'

const because = (why: string | null): string => (why === null ? '' : ` (${plain(why, 300)})`)

export const en = {
  retry: 'Retry',
  interrupted: '_The answer was interrupted._',
  stopped: '_Stopped._',
  notWhole: '_The rest of this answer could not be shown._',
  notShown: '_I had an answer, but could not show it here._',
  inFile: '_All of the answer is in the file above._',
  notBrought: (name: string) => `_${name} belongs to this answer, but files cannot be added here._`,
  notBroughtHere: (name: string) =>
    `_${name} belongs to this answer. I can give you files in our direct conversation: please ask me there._`,
  inFileBelow: '_All of the answer is in the file below._',
  mayBeAbove: '_I may have answered above: I could not find out whether my answer arrived._',
  /** Why an answer is told to its person alone. */
  alone: {
    forbidden:
      'I am not allowed to write where you asked me, so here is my answer for you alone. Whoever manages that place can let me write there.',
    invalid: 'My answer was refused where you asked me, perhaps by a filter, so here it is for you alone.',
    unsupported:
      'Where you asked me I cannot write, so here is my answer for you alone. Please ask me in a direct message next time.',
    gone: 'It took too long to answer where you asked me, so here is my answer for you alone.',
  },
  onlyBeginning:
    '_This is only the beginning: all of it does not fit in here. Ask me again in a direct message to read the rest._',
  questionDeleted: '_What this answered was deleted, and so was the answer._',
  goodAnswer: 'Good answer',
  badAnswer: 'Bad answer',
  voted: 'Thank you, that helps.',
  connectLink: (server: string) =>
    `Only you see this. The page tells you what ${plain(server)} lets me do in your name; it works once, within ten minutes.`,
  connectOpen: 'Open the page',
  signsOn: (server: string) =>
    `You are being signed in at ${plain(server)}. Whatever you are asked for that comes in our personal chat.`,
  noSignOn: (server: string) =>
    `You cannot be signed in at ${plain(server)} from here: whoever operates Parley has not let it take the sign-in of this place there. Tell an admin.`,
  notYours: 'These buttons are for the person who asked.',
  /** Of buttons that are somebody else's to press. */
  waitsFor: (name: string | undefined) => `_This waits for ${name ?? 'whoever asked'}._`,
  alreadyChosen: 'One of these was already chosen.',
  /** Of a conversation whose page somebody has linked to, for everybody. */
  sharedTurn: (agent: string, how: string, at: string) => `A conversation with ${agent}: ${how}, ${at}`,
  outcomes: {
    rule: 'answered by a rule',
    scenario: 'led by a scenario',
    knowledge: 'answered from knowledge',
    model: 'answered by its model',
    tool: 'answered with tools',
    opening: 'begun',
    unanswered: 'no answer known',
    failed: 'failed',
    'handed-over': 'handed to people',
    running: 'being answered',
  },
  /** Why a message is not answered, for whoever wrote it. */
  invited: (name: string, toAll: boolean) =>
    toAll
      ? `Hello! I am ${name}. I answer what is written here, unless it mentions somebody else.`
      : `Hello! I am ${name}. Mention me with your question, and I answer.`,
  unanswered: {
    blocked: 'An admin has blocked you from talking to me here. If that looks wrong to you, please ask them.',
    noSuchAgent: 'There is no agent of that name here. An admin can look with `/agent list`.',
    noAgent: 'No agent answers here yet. An admin can bring one with `/agent use`.',
    personPaused:
      'You have paused me: what you write is neither kept nor answered. To go on, use `/agent me` and press Resume.',
    stale: 'I was away when you wrote this, and it is too long ago to answer now. Please ask again.',
  },
  /** Why somebody may not write to agents here at all. */
  notAdmitted: {
    ageRestricted: 'I don’t answer in channels that are for adults only. Please write to me elsewhere.',
    here: 'I don’t answer in this channel. Please ask an admin where I do.',
    guests: 'I answer members of this workspace only, and you are a guest in it. Please ask somebody who is a member.',
    strangers: 'I answer people of this workspace only, and you belong to another one. Please ask somebody here.',
    pending: 'You have yet to finish joining this server. Please accept its rules, and write to me again then.',
    roles: 'I answer people with certain roles here. Please ask an admin for one of them.',
    newAccount: (days: number, from: string) =>
      `I answer accounts that are at least ${counted('en', days, { one: '# day', other: '# days' })} old. Please write to me again from ${from} on.`,
    newMember: (days: number, from: string) =>
      `I answer people who have been here for at least ${counted('en', days, { one: '# day', other: '# days' })}. Please write to me again from ${from} on.`,
  },
  raided: (until: string) =>
    `Far more is being written to me here than usual, so until ${until} I answer only people whom I have answered before. Please ask again then.`,
  tooFast: (most: number, seconds: number) =>
    `You have written more than ${counted('en', most, { one: '# message', other: '# messages' })} in a minute, which is faster than I can follow, so I did not read this one. Please write again in ${counted('en', seconds, { one: '# second', other: '# seconds' })}.`,
  tooManyWaiting: (waiting: number) =>
    `${counted('en', waiting, { one: '# message of yours still waits', other: '# messages of yours still wait' })} for my answer, so I did not take in this one. Please send it again when those are answered.`,
  tooManyFiles: (max: number) =>
    `I can take in ${counted('en', max, { one: '# file', other: '# files' })} with one message. Please send fewer.`,
  expired: 'These buttons are too old to be used. Please write your answer instead.',
  questionForgotten: 'I do not remember that question any more. Please ask it again.',
  tooLong: (max: number) =>
    `That message is longer than ${counted('en', max, { one: '# character', other: '# characters' })}, which is more than I can take in. Please send less of it.`,
  fileTooLarge: (name: string, maxBytes: number) => {
    const kilobytes = number('en', Math.round(maxBytes / 1024))
    return `${name} is too large: at most ${kilobytes} KB are taken.`
  },
  fileUnreadable: (name: string) => `I couldn’t fetch ${name}. Please send it again.`,
  notKept:
    'I can’t keep anything at the moment, so I could not take in your message. If there is no answer in five minutes, please send it again; if it stays so, tell whoever runs me.',
  hasToWait:
    'I have your message, but can’t keep anything new at the moment. You don’t need to send it again: I answer as soon as I can.',
  commandFailed: 'Something went wrong. Please try again; if it stays so, tell whoever runs Parley.',
  noInstallation: 'I am not installed here, or not any more. Please add me again.',
  hearsNow: (agent: string, answers: boolean, use: string) =>
    answers
      ? `From now on **${agent}** hears everything that is written in this channel and answers it; please write again what it should have answered before. Admins change this with \`${use}\`.`
      : `From now on **${agent}** hears everything that is written in this channel, and answers when it is mentioned. Admins change this with \`${use}\`.`,
  hearsNoMore: (agent: string) => `**${agent}** does not listen in this channel any more.`,
  cannotBeTold: (agent: string, place: string) =>
    `I could not post in \`${place}\`, so nobody there knows that \`${agent}\` would listen, and it does not. Let me post there, or bind another channel.`,
  waitsForApproval: (id: string) =>
    `I am installed here, but whoever runs me has not approved that yet. Until then I answer nobody here and keep nothing of what is said. Please ask them to, with this id: \`${id}\`. What is written before is not answered later.`,
  notApproved: (id: string) =>
    `Whoever runs me has decided that I do not answer here. If that is a mistake, please give them this id: \`${id}\`.`,
  /** Of what somebody looks up in an agent's knowledge. */
  pausedNow: (why: string | null) => `Everything is paused at the moment${because(why)}. Please try again later.`,
  noKnowledge: 'The agent here has no knowledge that could be searched.',
  tooManyLookUps: (seconds: number) =>
    `Those were too many searches within a minute. Please go on in ${counted('en', seconds, { one: '# second', other: '# seconds' })}.`,
  waitsForPause: (why: string | null) =>
    `All answers are paused at the moment${because(why)}. Your message is kept, and answered when it goes on.`,
  pausedHere: '_Paused. The answer goes on here when all is resumed._',
  witness: (n: number, more: number, hash: string) =>
    `The log of changes has ${counted('en', more, { one: '# new row', other: '# new rows' })} since I last told you. Please keep this message: it proves later that nobody has rewritten them, by \`parley audit verify --witness ${n}:${hash}\`. (\`audit.witness: false\` in config/parley.yaml ends these messages.)`,
  askAbout: 'What would you like to know about this?',
}
