export const en = {
  upTo: (count: number) => `Type a number from 1 to ${count}.`,
  asks: 'Enter keeps what stands in [ ], - empties it, Ctrl-C leaves the form. Of a file type its path.',
  untilDot: 'a line of . ends it',
  noFile: 'There is no such file that can be read.',
}
