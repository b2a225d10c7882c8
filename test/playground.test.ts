import { expect, it, onTestFinished } from 'vitest'
import type { DiscordOptions } from '../adapters/discord/index.ts'
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
    connectDiscord: () => Promise.reject(new Error('nobody asked')),
  })
  onTestFinished(() => playground.close())
  await expect(playground.open('slack')).rejects.toThrow('not today')
  await expect(fetch(new URL('auth.test', addresses[0]))).rejects.toThrow()
  expect(await playground.open('slack')).toEqual({ user: 'U0ANN' })
  expect((await fetch(new URL('auth.test', addresses[1]), { method: 'POST' })).status).toBe(200)
})

it('the panes are apart: each has its people and opens by itself', async () => {
  const told: Pick<DiscordOptions, 'botToken' | 'apiUrl'>[] = []
  const playground = createPlayground({
    dataFolder: tempFolder(),
    log: createLog('silent'),
    connectSlack: () => Promise.reject(new Error('nobody asked')),
    async connectDiscord(options) {
      told.push(options)
    },
  })
  onTestFinished(() => playground.close())
  expect(await playground.open('discord')).toEqual({ user: '1200000000000000011' })
  const { botToken, apiUrl } = told[0]!
  const headers = { authorization: `Bot ${botToken}`, 'user-agent': 'DiscordBot (https://example.com, 1)' }
  expect((await fetch(`${apiUrl}/v10/users/@me`, { headers })).status).toBe(200)
  expect(await playground.open('toString')).toBeUndefined()
})
