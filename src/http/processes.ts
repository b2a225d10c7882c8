import type { Notices } from '../turns/notices.ts'

/** This process among others on the same database. */
export interface Processes {
  /** As the others know it. */
  holder: string
  isAlive(holder: string): Promise<boolean>
  notices: Notices
}
