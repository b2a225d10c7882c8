import { expect, it } from 'vitest'
import { leaksIn, readerOf } from '../../../console/prove/canaries.ts'
import { playRound } from '../../../console/prove/index.ts'
import { type Place, planOf, type Said, type Size } from '../../../console/prove/plan.ts'
import { faultOf } from '../../../console/prove/waves.ts'
import { runCommand } from '../../support/command.ts'
import { extent, isFull } from '../../support/extent.ts'

const small: Size = { tenants: 2, people: 12, waves: 3, messages: 6, forgotten: 2 }
const large: Size = { tenants: 20, people: 500, waves: 20, messages: 120, forgotten: 12 }

async function terminal(argv: readonly string[], env: Readonly<Record<string, string>>) {
  let printed = ''
  const out = { write: (text: string) => (printed += text) }
  return { code: await runCommand(argv, { stdout: out, stderr: out, env }), printed }
}

it(
  'finds nothing wrong: nobody is left out or answered twice, sees what is not theirs, or leaves a byte behind',
  async () => {
    const size = isFull ? large : small
    const round = await playRound(7, { size, terminal })
    expect(round.faults).toEqual([])
    expect(round).toMatchObject({
      messages: size.waves * size.messages,
      kills: size.waves,
      people: size.people,
      forgotten: size.forgotten,
    })
    expect(round.amid).toBeGreaterThan(0)
    expect(round.texts).toBeGreaterThan(0)
    expect(round.rows).toBeGreaterThan(size.forgotten)
    // Two thousand messages and twenty kills take a while.
  },
  extent({ usual: 120_000, full: 3_600_000 }),
)

const place = { n: 3, tenant: 1, platform: 'slack', kind: 'private', id: 'C0PROVEVAULT1', people: [] } as Place
const theirs = 'canary-1-5-3-0-abc123'
const said = { canary: theirs, place, isLong: false } as unknown as Said
const whole = { content: `I heard ${theirs}. That is all of ${theirs}.`, isWhole: true }

it.each([
  ['of another tenant', `${theirs} canary-2-5-3-0-abc123`, ['canary-2-5-3-0-abc123']],
  ['of another place', 'canary-1-5-4-9-abc123', ['canary-1-5-4-9-abc123']],
  ['of another prompt', 'as tenantword-1 says, tenantword-0', ['tenantword-0']],
  ['of nobody else', theirs, []],
])('sees words %s', (_, text, leaks) => {
  expect(leaksIn(text, readerOf(place))).toEqual(leaks)
})

it.each([
  ['once', [whole], undefined],
  ['never', [], /was not answered/],
  ['twice', [whole, whole], /was answered 2 times/],
  ['in pieces', [{ content: `I heard ${theirs}.`, isWhole: false }, whole], /in pieces/],
])('sees who was answered %s', (_, shown, fault) => {
  if (fault) expect(faultOf(said, shown)).toMatch(fault)
  else expect(faultOf(said, shown)).toBeUndefined()
})

it('says the same of the same seed', () => {
  expect(planOf(3, small)).toEqual(planOf(3, small))
  expect(planOf(3, small)).not.toEqual(planOf(4, small))
})
