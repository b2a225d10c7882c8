export const en = {
  /** Beneath what asks whether it is meant; the label of the button that does it. */
  addYes: (label: string) => `Add --yes to do it: ${label}.`,
  now: (value: string) => `(now ${value})`,
  path: 'path',
  usage: {
    noForm: (command: string) => `\`parley agent ${command}\` has no form: it takes no --set and no --file.`,
    noFileForm: 'This form takes no file.',
    noField: (name: string, names: string) => `There is no field ${name}. The fields are ${names}.`,
    noButton: (label: string, labels: string) =>
      `There is no button ${label}${labels === '' ? '' : `, but ${labels}`}. What came before it was done.`,
  },
}
