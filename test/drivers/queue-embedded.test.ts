import * as vitest from 'vitest'
import { createEmbeddedQueue } from '../../src/drivers/queue-embedded.ts'
import { testQueue } from '../contracts/queue.ts'

testQueue('embedded', async () => createEmbeddedQueue(), vitest)
