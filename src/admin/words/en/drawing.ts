export const drawingWords = {
  start: 'start',
  whileWaiting: 'while waiting',
  after: (time: string) => `after ${time}`,
  byItself: (time: string) => `by itself after ${time}`,
  asked: (times: number) => `asked ${times} times`,
  begins: 'conversation starts',
  anything: 'anything',
  jump: 'jump',
  kinds: { start: 'start', waits: 'waits', calls: 'calls', says: '', end: 'end', any: 'from wherever it waits' },
}
