import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../src/log.ts'
import { createPlayground } from '../src/playground.ts'
import { tempFolder } from './support/temp-folder.ts'

it('a pane that could not be connected lets go of its journal, and opens when it is asked for again', async () => {
  const dataFolder = tempFolder()
  const addresses: string[] = []
  const playground = createPlayground({
    dataFolder,
    log: createLog('silent'),
    async connectSlack({ apiUrl }) {
      addresses.push(apiUrl!)
      if (addresses.length === 1) throw new Error('not today')
    },
  })
  onTestFinished(() => playground.close())
  await expect(playground.open('slack')).rejects.toThrow('not today')
  await expect(fetch(new URL('auth.test', addresses[0]))).rejects.toThrow()
  expect(await playground.open('slack')).toEqual({ user: 'U0ANN' })
  expect((await fetch(new URL('auth.test', addresses[1]), { method: 'POST' })).status).toBe(200)
})
