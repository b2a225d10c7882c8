import { expect, it, onTestFinished } from 'vitest'
import type { Visitor } from '../../../adapters/web/inbound.ts'
import { createReceiver } from '../../../adapters/web/receive.ts'
import type { Said } from '../../../adapters/web/view.ts'
import type { Channel, Inbox } from '../../../src/ports/channel.ts'
import { createStore } from '../../../src/store/index.ts'
import { openDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const uid = `web_${'a'.repeat(32)}`
const visitor: Visitor = {
  ...{ agent: 'shop', uid, origin: 'https://shop.example.com', until: 0 },
  ...{ key: `shop/default/${uid}`, language: 'en' },
}

/** A process on a database that may have been there before; what it takes in, it tells. */
async function open(folder = tempFolder(onTestFinished)) {
  const db = await openDatabase(folder)
  onTestFinished(() => db.close())
  const { transcripts } = createStore(db)
  const events: string[] = []
  const taken = async ({ eventId }: { eventId: string }) => {
    events.push(eventId)
  }
  const message: Inbox['message'] = async (said) => {
    await taken(said)
    return 'taken'
  }
  const inbox = { message, press: taken } as Partial<Inbox> as Inbox
  const receiver = createReceiver({ inbox, transcript: transcripts, channel: {} as Channel })
  const say = async (id: string) => {
    await receiver.message(visitor, { id, text: 'Hello' })
    return events.at(-1)
  }
  const press = async (id: string) => {
    await receiver.press(visitor, { id, replyId: 'turn', index: 0 })
    return events.at(-1)
  }
  return { folder, transcripts, say, press }
}

it('what the log calls a message of a visitor says nothing of whose it is, and is the same however often it is sent', async () => {
  const { folder, say, press } = await open()
  const [one, other] = [await say('aaaaaaaa1'), await say('aaaaaaaa2')]
  expect(await say('aaaaaaaa1')).toBe(one)
  expect(other).not.toBe(one)
  const pressed = await press('aaaaaaaa1')
  expect(await press('aaaaaaaa1')).toBe(pressed)
  expect(await press('aaaaaaaa2')).not.toBe(pressed)
  for (const id of [one, other, pressed]) {
    expect(id).toMatch(/^web:[\w-]{36,43}$/)
    expect(id).not.toMatch(/a{8}/)
  }
  const after = await open(folder)
  expect([await after.say('aaaaaaaa1'), await after.press('aaaaaaaa1')]).toEqual([one, pressed])
})

it('what was kept before it had a name of its own is still said once', async () => {
  const { transcripts, say } = await open()
  const before: Said = { from: 'visitor', text: 'Hello' }
  await transcripts.add(visitor.key, 'said-aaaaaaaa1', JSON.stringify(before))
  expect(await say('aaaaaaaa1')).toBe(`web:${uid}:aaaaaaaa1`)
})
