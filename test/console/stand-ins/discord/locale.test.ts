import { expect, it, onTestFinished } from 'vitest'
import { createDiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import { ANN, BEN, BOT, call, GENERAL } from './support.ts'

async function start() {
  const people = [
    { id: ANN, username: 'ann' },
    { id: BEN, username: 'ben', locale: 'ja' },
  ]
  const simulator = createDiscordSimulator({ people })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const put = (commands: object[]) => call(simulator, 'PUT', `/applications/${BOT}/commands`, commands)
  return { simulator, put }
}

it('shows commands in the language of whoever reads them', async () => {
  const { simulator, put } = await start()
  const choices = [{ name: 'red', name_localizations: { ja: '赤' }, value: 'red' }]
  const option = { type: 3, name: 'colour', description: 'Which', description_localizations: { ja: '色' }, choices }
  const sub = {
    type: 1,
    name: 'paint',
    description: 'Paints',
    description_localizations: { ja: '塗る' },
    options: [option],
  }
  await put([
    { name: 'art', description: 'Art', options: [sub] },
    { type: 3, name: 'Frame it', name_localizations: { ja: '額に入れる' } },
  ])
  const [paint, frame] = simulator.commands({ user: BEN, channel: GENERAL })
  expect(paint).toMatchObject({ name: 'art paint', label: 'art paint', description: '塗る' })
  expect(paint!.options[0]).toMatchObject({ description: '色', choices: [{ name: '赤', value: 'red' }] })
  expect(frame).toMatchObject({ name: 'Frame it', label: '額に入れる' })
  const labels = simulator.commands({ user: ANN, channel: GENERAL }).map(({ label }) => label)
  expect(labels).toEqual(['art paint', 'Frame it'])
})

it('counts the longest translation of each text of a command', async () => {
  const { put } = await start()
  const options = Array.from({ length: 25 }, (_, n) => ({
    type: 1,
    name: `sub${n}`,
    description: 'Short',
    options: Array.from({ length: 4 }, (_, m) => ({
      type: 3,
      name: `option${m}`,
      description: 'Short',
      description_localizations: { ja: '長'.repeat(100) },
    })),
  }))
  const { status } = await put([{ name: 'long', description: 'Long', options }])
  expect(status).toBe(400)
})
