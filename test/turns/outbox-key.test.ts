import { expect, it } from 'vitest'
import { orderKey } from '../../src/model/key.ts'
import { outboxKey, readOutboxKey } from '../../src/turns/outbox-key.ts'

it.each(['crm', 'a/b', 'outbox:x/y', ' ', '名前'])(
  'a key says which webhook of which agent has something to send: %s',
  (webhook) => {
    const target = { agent: 'guide', webhook }
    expect(readOutboxKey(outboxKey(target))).toEqual(target)
  },
)

it('no key of a person is one of a webhook', () => {
  expect(readOutboxKey(orderKey('default', 'outbox', 'outbox:guide/a'))).toBeUndefined()
})
