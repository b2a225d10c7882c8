export const isFull = process.env['MODE'] === 'full'

/** So many of them in each run of the tests, spread over all of them; every one with `npm run test:full`. */
export const some = <One>(all: readonly One[], usual: number): One[] =>
  isFull
    ? [...all]
    : all.filter((_, n) => Math.floor((n * usual) / all.length) !== Math.floor(((n - 1) * usual) / all.length))

/** How many of something a long proof tries: fewer in each run of the tests, all with `npm run test:full`. */
export const extent = ({ usual, full }: { usual: number; full: number }): number => (isFull ? full : usual)
