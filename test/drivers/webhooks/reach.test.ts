import { expect, it } from 'vitest'
import { createReach } from '../../../src/drivers/webhooks/reach.ts'

const mayCall = createReach(['10.1.0.0/16', 'crm.internal', 'tracker'])

it.each([
  'https://example.com/hook',
  'http://example.com:8080',
  'https://93.184.216.34/x',
  'http://10.1.2.3/x',
  'http://crm.internal:25/x',
  'http://tracker',
  // What it will be is known when it is called.
  'https://#{host}/x',
  'https://@{thirdPartyToken}.example.com/x',
])('%s may be called', (url) => expect(mayCall(url)).toBe(true))

it.each([
  'http://10.2.0.1/x',
  'http://127.0.0.1:3000',
  'http://[::1]/x',
  'http://localhost/x',
  'http://api.localhost/x',
  'http://intranet/x',
  'http://169.254.169.254/latest',
  'https://example.com:22/x',
])('%s may not, and that is known before', (url) => expect(mayCall(url)).toBe(false))
