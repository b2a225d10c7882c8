import { expect, it } from 'vitest'
import { createAskedFiles } from '../../src/bridge/asked-files.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import { bytesOf } from '../../src/model/message.ts'
import type { Store } from '../../src/store/index.ts'
import { writeAnswer } from '../../src/turns/show.ts'

const answer = writeAnswer({
  response: bestResponse({ utterance: 'Here you are.\n\n```csv\na,b\n1,2\n3,4\n5,6\n```' }),
  files: [{ name: 'plan.pdf', type: 'application/pdf', base64: Buffer.from('a plan').toString('base64') }],
})
const context = JSON.stringify({ platform: 'teams', language: 'en', author: { id: 'ann', uid: 'teams_t_ann' } })
const turn = { answer, context, interrupted: null, trace: '{"source":"model","ms":1}' }
const byId = async (id: string) => (id === 'turn' ? turn : undefined)
const file = createAskedFiles({ store: { turns: { byId } } as unknown as Pick<Store, 'turns'> })

const asked = async (name: string, { id = 'ann', platform = 'teams', key = 'turn:1' } = {}) => {
  const found = await file({ platform, author: { id, uid: `teams_t_${id}` }, key, name })
  return found && Buffer.from(bytesOf(found)).toString()
}

it('who asked is given what came with the answer, by its name, and nobody else is', async () => {
  expect(await asked('plan.pdf')).toBe('a plan')
  expect(await asked('table.csv')).toBe('\ufeffa,b\r\n1,2\r\n3,4\r\n5,6\r\n')
  expect(await asked('other.pdf')).toBeUndefined()
  expect(await asked('plan.pdf', { id: 'ben' })).toBeUndefined()
  expect(await asked('plan.pdf', { platform: 'slack' })).toBeUndefined()
  expect(await asked('plan.pdf', { key: 'gone:1' })).toBeUndefined()
})
