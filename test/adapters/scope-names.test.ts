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

it('figures tell limits apart by what they are of, and name no place and nobody', () => {
  expect(scopes.filter(({ key }) => key.includes(id))).toHaveLength(scopes.length)
  for (const { name } of scopes) {
    expect(name).toMatch(/^[a-z]/)
    expect(name).not.toContain(id)
  }
})
