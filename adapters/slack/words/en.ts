/** What we say about showing a command's answer; what it says itself comes with it. */
export const en = {
  beginning:
    'Make an app at https://api.slack.com/apps ("From a manifest") of what `parley slack manifest` prints, install it, and make an app-level token with connections:write.',
  working: 'Working on it…',
  failed: 'Something went wrong. Please try again in a moment.',
  notInstalled:
    'I am not installed in this workspace, or not any more, so I cannot do that. Please ask an admin of it to add me again.',
  interrupted: 'Parley was restarted meanwhile. What you asked for may have been done: look before you try again.',
  openForm: 'Open the form',
  formWaits: 'The form is ready.',
  cancel: 'Cancel',
  close: 'Close',
  on: 'On',
  choose: 'Choose',
  done: 'Done. The answer stands in the conversation.',
  fileComes: (name: string) => `\`${name}\` comes in your direct conversation with me.`,
  fileIsHere: (name: string) => `Here is \`${name}\`, from your command.`,
  fileIsLost: (name: string) => `\`${name}\` could not be sent. Please try again.`,
  /** Slack writes the app's name before it. */
  status: {
    received: 'is thinking…',
    waiting: 'answers after your other question…',
    thinking: 'is thinking…',
    searching: 'is searching…',
  },
}
