import { expect, it } from 'vitest'
import { createProofs, type Verdict } from '../../../adapters/teams/proofs.ts'

function setUp() {
  let time = 5000
  const proofs = createProofs({ now: () => time })
  let looks = 0
  const look = (token: string, verdict: Verdict, expiresAt = 60_000) =>
    proofs.of({ token, expiresAt }, async () => {
      looks++
      return verdict
    })
  return { look, looks: () => looks, wait: (ms: number) => (time += ms) }
}

it('looks at a good token once, until it is out of date', async () => {
  const { look, looks, wait } = setUp()
  for (let n = 0; n < 100; n++) expect(await look('good', 'ok')).toBe('ok')
  expect(looks()).toBe(1)
  wait(60_000)
  expect(await look('good', 'denied')).toBe('denied')
})

it('looks at fifty bad ones a second, also at once, and meanwhile hears those it knows', async () => {
  const { look, looks, wait } = setUp()
  await look('good', 'ok')
  const flood = await Promise.all(Array.from({ length: 500 }, (_, n) => look(`bad ${n}`, 'denied')))
  expect(looks()).toBe(51)
  expect(flood.filter((verdict) => verdict === 'trouble')).toHaveLength(450)
  expect(await look('good', 'denied')).toBe('ok')
  expect(await look('new', 'ok')).toBe('trouble')
  wait(1000)
  expect(await look('new', 'ok')).toBe('ok')
})
