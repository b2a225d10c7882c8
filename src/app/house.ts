import type { prepare } from '../admin/prepare.ts'
import type { Warnings } from '../lib/warnings.ts'
import type { Answering } from './answering.ts'
import type { Chatting } from './chatting.ts'
import type { Ground } from './ground.ts'
import type { LivingProcesses } from './living-processes.ts'

/** What is built before anything runs. */
export interface House {
  ground: Ground
  answering: Answering
  chatting: Chatting
  prepared: Awaited<ReturnType<typeof prepare>>
  living: LivingProcesses
  warnings: Warnings
  /** Where the data folder is, in bytes; undefined where it cannot be seen. */
  freeOnDisk: () => Promise<number | undefined>
}
