import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { chatHouse } from '../support/chat-house.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { openKeys } from '../support/open-keys.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const script = fileURLToPath(new URL('./children/dies-before-ack.ts', import.meta.url))

it('a message whose row was written, but never acknowledged, is answered once', async () => {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [0, 50, 100] } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const folder = tempFolder()
  const { botToken, appToken, url } = simulator
  const env = { PATH: process.env['PATH'], FOLDER: folder, URL: url, BOT_TOKEN: botToken, APP_TOKEN: appToken }
  const child = endWithParent(spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley hello' })
  expect(await exited).toEqual([null, 'SIGKILL'])
  expect(simulator.deliveries.length).toBeGreaterThan(0)
  expect(simulator.deliveries.some(({ outcome }) => outcome === 'ok')).toBe(false)

  const house = await chatHouse({ folder, onFinished: onTestFinished })
  await house.store.leases.takeOver()
  expect(await openKeys(house.store)).toHaveLength(1)
  await house.connect(simulator)
  await house.work()
  // Told again, as the message and as the mention.
  const taken = () => simulator.deliveries.filter(({ attempt, outcome }) => attempt > 0 && outcome === 'ok')
  await expect.poll(() => taken().length).toBe(2)
  await expect.poll(async () => (await openKeys(house.store)).length).toBe(0)
  expect(house.utterances()).toEqual(['hello'])
  const answers = simulator.messages('C0GENERAL').filter(({ user }) => user === 'U0PARLEY')
  expect(answers.map(textOf)).toEqual(['re: hello'])
})
