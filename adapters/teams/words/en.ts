/** What we say about showing a command's answer; what it says itself comes with it. */
export const en = {
  beginning:
    'Make an Azure Bot (TEAMS_APP_TYPE is SingleTenant) whose messaging endpoint is your public address with /api/messages, and a secret of its app.',
  /** Read by whoever adds the app, and who looks it up. */
  app: {
    short: 'Ask the agents of your team.',
    full: 'Talk to the agents of your team in chats, group chats and channels. Admins create and shape them with /agent.',
    heard:
      'Where you add it, it can read what was said, so that it sees the thread that it is asked in; Microsoft Teams then tells it every message there. It keeps none but those of threads it takes part in, or where an admin had it say that it listens.',
  },
  working: 'Working on it…',
  failed: 'Something went wrong. Please try again in a moment.',
  /** Beside the progress bar. */
  lines: {
    thinking: 'Thinking…',
    searching: 'Searching…',
  },
  slow: 'That takes longer than usual. Please press the button again.',
  openForm: 'Open the form',
  formWaits: 'The form is ready.',
  choose: 'Choose',
  nothing: '(nothing)',
  tooLong: 'Too long to show here; it stays as it is unless you write something.',
  attached: (names: readonly string[]) => `Attached: ${names.join(', ')}`,
  /** `line`: the message that the file is to be attached to. */
  attach: (line: string) => `Forms in Teams take no files: in our personal chat, attach it to the message \`${line}\`.`,
  filesGone:
    'The file that you attached is not there any more, so nothing was changed. Please attach it to the command again.',
  fileNotTaken: (name: string) => `\`${name}\` could not be put into your files. Please ask me for it once more.`,
  fileComes: (name: string) => `\`${name}\` follows.`,
  fileIsCut: (shown: number, all: number) => `These are its first ${shown} of ${all} lines.`,
  /** In the menu of a message, and what comes of it. */
  askAbout: {
    /** At most 32 characters with the name of the app. */
    command: (app: string) => `Ask ${app} about this`,
    about: 'Ask about this message. The answer comes in your personal chat.',
    title: 'Ask about this message',
    label: 'Your question',
    ask: 'Ask',
    missing: 'Please write what you would like to know.',
    nothing: 'There is nothing in this message that I could read.',
    comes: 'The answer comes in our personal chat.',
    noChat: 'I cannot write to you alone. Please add me under Apps, open a chat with me, and ask again.',
  },
  /** `person`: how they are called there. */
  inPrivate: (person: string) => `${person}, the answer is in our personal chat.`,
  notPrivate: (person: string) =>
    `${person}, I cannot tell you that alone here. Please open a personal chat with me and use the command there.`,
}
