export const en = {
  intro: (agent: string) =>
    `You are talking to ${agent}. Ctrl-C stops an answer, and then leaves. /agent help lists what you can change.`,
  yourAgent: 'your agent',
  failed: 'Something went wrong, and nothing came of it. Please try again in a moment.',
  upTo: (count: number) => `Type a number from 1 to ${count}.`,
  asks: 'Enter keeps what stands in [ ], - empties it, Ctrl-C leaves the form. Of a file type its path.',
  untilDot: 'a line of . ends it',
  noFile: 'There is no such file that can be read.',
  nothingDone: 'Nothing was changed.',
}
