export const isFull = process.env['MODE'] === 'full'

/** How many of something a long proof tries: fewer in each run of the tests, all with `npm run test:full`. */
export const extent = ({ usual, full }: { usual: number; full: number }): number => (isFull ? full : usual)
