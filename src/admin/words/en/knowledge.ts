export const knowledge = {
  invalidName: (max: number) => `The name of a file has 1 to ${max} characters and no control characters.`,
  fileTooLarge: (name: string, max: number) =>
    `The file ${name} is larger than ${max / 1024 / 1024} MiB. Split it into smaller files.`,
  tooManyPassages: (name: string, max: number) =>
    `The file ${name} makes more than ${max} passages. Split it into smaller files.`,
  nothingPasted: (name: string) => `The text ${name} is empty. Paste what the agent should know.`,
  notFound: (name: string) => `The agent knows no file ${name}.`,
  changedMeanwhile: 'The agent or its knowledge was changed at the same time. Please try again.',
  invalidKnowledge: 'There are files that cannot be read:',
}
