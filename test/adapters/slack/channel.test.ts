import { testChannel } from '../../contracts/channel.ts'
import { createHarness } from './harness.ts'

testChannel('Slack over HTTP', () => createHarness('http'))
testChannel('Slack over Socket Mode', () => createHarness('socket'))
testChannel('Slack, shown by another process', () => createHarness('socket', { split: true }))
