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
  doctor: {
    noToken: (apps: string) => `DISCORD_BOT_TOKEN is not set. Make an app at ${apps}, and copy its token from Bot.`,
    tokenRefused: (apps: string) =>
      `Discord refuses it. Copy the token from Bot of your app at ${apps}; resetting it there makes a new one.`,
    notAsked: (url: string, why: string) => `Discord could not be asked at ${url} (${why}).`,
    isBot: (name: string, id: string, application: string) => `${name} (${id}), of the application ${application}`,
    readsAll: 'It is on.',
    readsFew: (apps: string) =>
      `It is off: the agent hears direct messages and mentions, and nothing else. To have it follow threads or whole channels, switch it on under Bot of your app at ${apps}.`,
    nobodyAdds: (apps: string) =>
      `discord.userInstalls is on, and nobody can: switch on User Install under Installation of your app at ${apps}.`,
    peopleAdd: (link: string) => `Whoever adds it for themselves at ${link} is answered.`,
    peopleUnanswered: (apps: string) =>
      `People can add it for themselves, and are not answered: switch off User Install under Installation of your app at ${apps}, or set discord.userInstalls.`,
    noGateway: (why: string) => `Discord does not say where it is (${why}).`,
    starts: (left: number, total: number) => `${left} of ${total} are left today.`,
    noStarts: (total: number, minutes: number) =>
      `All ${total} of today are used up; there are new ones in ${minutes} minutes.`,
    shards: (shards: number, chosen: string) => `Discord recommends ${shards}, DISCORD_SHARD_COUNT says ${chosen}.`,
    tooFew: 'That may be too few to be let in.',
    greets: (url: string) => `Discord greets it at ${url}.`,
    noGreeting: (url: string) =>
      `Discord did not greet the connection to ${url}. Something between here and Discord may hold back WebSockets.`,
    notTold: (why: string) => `Discord does not say which there are (${why}).`,
    commandsMissing: (names: string) => `Not there yet: ${names}. Parley writes them when it starts.`,
    noServers: (link: string) => `The app is in none. Add it to yours at ${link}`,
    serversWell: (count: number) => `${count}, with all permissions that are needed`,
    lacks: (names: string, link: string) =>
      `Missing: ${names}. Give them to the app's role, or add the app again at ${link}`,
    moreLack: (more: number, all: number) => `${more} more of ${all} lack permissions.`,
  },
}
