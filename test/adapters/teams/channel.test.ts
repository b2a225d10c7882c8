import * as vitest from 'vitest'
import { testChannel } from '../../contracts/channel.ts'
import { createHarness } from './harness.ts'

testChannel('Teams', () => createHarness({ simulator: { limits: { enforceRates: false } } }), vitest)
testChannel(
  'Teams, shown by another process',
  () => createHarness({ split: true, simulator: { limits: { enforceRates: false } } }),
  vitest,
)
