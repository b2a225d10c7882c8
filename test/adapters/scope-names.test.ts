import { expect, it } from 'vitest'
import * as discord from '../../adapters/discord/limits.ts'
import { createLimits } from '../../adapters/slack/limits.ts'
import * as teams from '../../adapters/teams/limits.ts'
import * as web from '../../adapters/web/limits.ts'
import type { Scope } from '../../src/ports/budget.ts'

const id = '0SOMEBODY'

const slack = createLimits({})
const ofDiscord = discord.createScopes(id)
const { calls, conversation, edits, chunks, gap } = teams.scopesOf({ tenant: id, conversation: id })
const scopes: readonly Scope[] = [
  ...Object.values(slack.of(id)),
  slack.inChannel(id, id),
  ...Object.values(ofDiscord).map((scope) => (typeof scope === 'function' ? scope(id) : scope)),
  ...[...calls, conversation, edits, chunks, gap, teams.marksOf(id)],
  ...Object.values(web.limitsOf(id).cost).flat(),
  ...[web.requestsFrom(id, 1), web.requestsOf(id, 1)],
]

it('a visitor is held to what comes from their network, however its addresses are written', () => {
  const of = (address: string) => web.requestsFrom(address, 1).key
  for (const address of ['2001:db8::2', '2001:DB8:0:0:a:b:c:d', '2001:db8::1:0:0:2'])
    expect(of(address), address).toBe(of('2001:db8::1'))
  for (const address of ['2001:db8:0:1::1', '2001:db8:1::1', '2001:db9::1'])
    expect(of(address), address).not.toBe(of('2001:db8::1'))
  expect(of('192.0.2.1')).not.toBe(of('192.0.2.2'))
  expect(of('::ffff:192.0.2.1')).not.toBe(of('::ffff:192.0.2.2'))
})

it('figures tell limits apart by what they are of, and name no place and nobody', () => {
  expect(scopes.filter(({ key }) => key.includes(id))).toHaveLength(scopes.length)
  for (const { name } of scopes) {
    expect(name).toMatch(/^[a-z]/)
    expect(name).not.toContain(id)
  }
})
