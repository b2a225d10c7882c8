import * as vitest from 'vitest'
import { testChannel } from '../../contracts/channel.ts'
import { createHarness } from './harness.ts'

testChannel('Websites', createHarness, vitest)
