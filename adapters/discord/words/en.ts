/** What we say about showing a command's answer; what it says itself comes with it. */
export const en = {
  beginning:
    'Make an app at https://discord.com/developers/applications; under Bot switch on the Message Content Intent and reset the token.',
  notTaken: 'Something went wrong. Please try again in a moment.',
  noSuchCommand: 'This command is no longer there. Please reload Discord.',
  /** To whoever has installed the app for themselves, where that is not meant. */
  notBrought: 'I answer only in servers that I was added to, and in direct messages.',
  openForm: 'Open the form',
  correct: 'Correct',
  formWaits: 'The form is ready.',
  inSections: (submit: string) =>
    `Each button opens a part of the form. Nothing is done until you press **${submit}**.`,
  yes: 'Yes',
  no: 'No',
  choose: 'Choose',
  oneOf: (values: string) => `One of: ${values}`,
  lost: 'What you entered before could not be read just now. Please try again in a moment.',
  /** The form that asks about a message. */
  askAbout: { title: 'Ask about this message', label: 'Your question' },
  /** As people see the commands. */
  commands: {
    ask: 'Ask the agent something',
    question: 'What you would like to know',
    private: 'Only you see the question and the answer',
    /** In the menu of messages. */
    askAbout: 'Ask the agent about this',
    parley: 'Yours: ask, stop, begin anew, see why, and what is kept of you',
    agent: 'Shape the agents that answer here',
    why: 'Why this answer?',
  },
}
