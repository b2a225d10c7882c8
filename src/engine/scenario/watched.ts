import type { Progress } from '../../model/conversation.ts'
import { meanwhile } from './meanwhile.ts'

/** Some work. Whenever it waits for others, it is shown that the answer takes a moment, and what there is of it so far. */
export function createWatched() {
  let tellSo = () => {}
  return {
    waiting: () => tellSo(),
    watched<T>(work: () => Promise<T>, soFar = () => ''): AsyncGenerator<Progress, T> {
      return meanwhile((tell) => {
        tellSo = () => tell({ kind: 'progress', text: soFar(), searching: false })
        return work()
      })
    },
  }
}
