export const schedules = {
  preview: (text: string, times: string, zone: string) =>
    `I would be asked “${text}” and answer here, by the clock of ${zone}, first at:\n${times}\nNothing is kept until you save it.`,
  save: 'Save',
  saved: (id: string, first: string, remove: string) =>
    `Saved as \`${id}\`: it comes first at ${first}. \`${remove}\` ends it. At most ten such messages come into one place a day.`,
  none: (add: string) =>
    `Nothing is scheduled. \`${add}\` asks me something again and again, such as every Monday at 9.`,
  all: (agent: string) => `What ${agent} is asked again and again:`,
  paused: 'paused',
  runs: (id: string) => `\`${id}\` comes now, where it always does. When it comes by itself stays as it is.`,
  held: (id: string, pause: string) => `⏸️ \`${id}\` is paused. \`${pause} ${id}\` once more lets it go on.`,
  goesOn: (id: string) => `▶️ \`${id}\` goes on.`,
  removed: (id: string) => `\`${id}\` is gone.`,
  unknown: (list: string) => `There is no such schedule. \`${list}\` shows their names.`,
  noChannel: 'Use this in the channel in which I am to answer.',
  noneNamed: 'Say with --in in which channel I am to answer, e.g. --in slack:T0AB/C0XY.',
  noZone: (zone: string) => `“${zone}” is no time zone. Give one like Europe/London or Asia/Tokyo.`,
  tooLong: (max: number) => `Say what I am to be asked, in at most ${max} characters.`,
  tooMany: (max: number) => `There are ${max} already. Remove one first.`,
  fault: {
    unreadable:
      'I cannot read when that is. Say “every Monday at 9”, “weekdays at 8:30”, “every hour”, or five fields of cron such as “0 9 * * 1”.',
    never: 'That never comes. Please look at the day and the month.',
    too_often: 'That is too often: leave five minutes or more between two times.',
  },
}
