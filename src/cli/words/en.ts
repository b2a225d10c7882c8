export const en = {
  /** Beneath what asks whether it is meant; the label of the button that does it. */
  addYes: (label: string) => `Add --yes to do it (${label}).`,
  /** Beneath what has buttons, each as an option. */
  canPress: (options: readonly string[]) => `The same command, given again, can press: ${options.join(', ')}`,
  /** Beneath an agent that was made, where there is a playground. */
  notInPlayground:
    'The playground does not see it, since its account is another. For the playground: --account @playground',
  now: (value: string) => `(now ${value})`,
  path: 'path',
  why: {
    which: 'Say which turn by its id, or whose last with --agent.',
    last: (most: number) => `--last must be a number from 1 to ${most}.`,
    none: 'There is no such turn.',
    noTurn: (id: string) => `There is no turn ${id}.`,
  },
  isShared:
    'Several processes share this database, and whoever talks here would be one more. Talk to the agent where people do, or set PARLEY_DATA to a folder of your own and leave out REDIS_URL, WORKERS and ROLES.',
  inUse: (folder: string) =>
    `Another Parley is running on the data folder ${folder}. Stop it first, talk to the agent where people do, or give this one a folder of its own with PARLEY_DATA.`,
  noDatabase: (folder: string) =>
    `Nothing is kept in ${folder}: there is no parley.db. Name the folder of the server with PARLEY_DATA, or its database with DATABASE_URL.`,
  /** Below what went wrong: where its code is explained. */
  more: (where: string) => `More: ${where}`,
  /** Below what was not understood. */
  helpLists: '`parley help` lists the commands.',
  usage: {
    noCommand: (typed: string, near: string | undefined) =>
      `\`parley ${typed}\` is not a command${near === undefined ? '.' : `; did you mean ${near}?`}`,
    wordMore: (typed: string, names: string) => `\`parley ${typed}\` needs a word more: ${names}.`,
    noForm: (command: string) => `\`parley agent ${command}\` has no form: it takes no --set and no --file.`,
    noFileForm: 'This form takes no file.',
    noField: (name: string, names: string) => `There is no field ${name}. The fields are ${names}.`,
    noButton: (label: string, labels: string) =>
      `There is no button ${label}${labels === '' ? '' : `, but ${labels}`}. What came before it was done.`,
  },
}
