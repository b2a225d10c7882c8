import * as vitest from 'vitest'
import { testChannel } from '../../contracts/channel.ts'
import { createHarness } from './harness.ts'

testChannel('Discord', () => createHarness({ alone: true }), vitest)
testChannel('Discord, shown by another process', () => createHarness({ alone: true, split: true }), vitest)
