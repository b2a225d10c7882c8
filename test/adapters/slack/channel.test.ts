import * as vitest from 'vitest'
import { testChannel } from '../../contracts/channel.ts'
import { createHarness } from './harness.ts'

testChannel('Slack over HTTP', () => createHarness('http'), vitest)
testChannel('Slack over Socket Mode', () => createHarness('socket'), vitest)
testChannel('Slack, shown by another process', () => createHarness('socket', { split: true }), vitest)
