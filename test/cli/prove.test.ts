import { expect, it } from 'vitest'
import type { Round } from '../../src/ports/proof.ts'
import { runCommand } from '../support/command.ts'

const green: Omit<Round, 'seed'> = {
  ...{ tenants: 4, people: 48, messages: 216, kills: 12, amid: 11, again: 1, looks: 305, requests: 316 },
  ...{ forgotten: 6, rows: 151, texts: 25, bytes: 1_607_077, seconds: 26.4, faults: [] },
}

async function prove(argv: readonly string[], faultsOf: (seed: number) => string[] = () => []) {
  const written = { out: '', err: '' }
  const code = await runCommand(['prove', ...argv], {
    stdout: { write: (text: string) => (written.out += text) },
    stderr: { write: (text: string) => (written.err += text) },
    env: {},
    prove: async (seed) => ({ ...green, seed, faults: faultsOf(seed) }),
  })
  return { code, ...written }
}

it('tells what was tried, and how to try the same again', async () => {
  const { code, out } = await prove(['--seed', '5', '--minutes', '0'])
  expect(code).toBe(0)
  expect(out).toContain('Seed 5, 26.4 s: 48 people of 4 tenants.')
  expect(out).toContain('216 messages, the server killed 12 times, 11 of them amid answers. 1 of Teams stand twice')
  expect(out).toContain('✅ Proved in one round. The first one again: parley prove --seed 5 --minutes 0')
})

it('ends with 1 where something was found, and names the seed that finds it', async () => {
  const faults = Array.from({ length: 25 }, (_, n) => `fault ${n}`)
  const { code, out } = await prove(['--seed', '5', '--minutes', '0'], () => faults)
  expect(code).toBe(1)
  expect(out).toMatch(/❌ fault 19\n.*❌ and 5 more; --json has them all\./)
  expect(out).toContain('❌ 1 of 1 rounds found something')
  const { out: json } = await prove(['--seed', '5', '--minutes', '0', '--json'], () => faults)
  expect(JSON.parse(json)).toMatchObject({
    proved: false,
    again: 'parley prove --seed 5 --minutes 0',
    rounds: [{ faults }],
  })
})

it.each([
  [['--seed', '-1'], '--seed must be a whole number from 0 to 4294967295, e.g. --seed 5.'],
  [['--minutes', 'two'], '--minutes must be a whole number from 0 to 10080, e.g. --minutes 5.'],
])('%j', async (argv, sentence) => {
  const { code, out, err } = await prove(argv)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(sentence)
})
