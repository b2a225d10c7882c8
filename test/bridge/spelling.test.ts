import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { createSpelling } from '../../src/bridge/spelling.ts'
import { namedAt } from '../../src/model/commands.ts'
import type { Channel } from '../../src/ports/channel.ts'

const said = 'No agent answers here yet. An admin can bring one with `/agent use`; `/agent` alone tells more.'

it.each([
  ['slack', undefined, said],
  ['slack', '/help-desk', said.replaceAll('/agent', '/help-desk')],
  // Whatever stands in it, it is a name.
  ['slack', "/$'", said.replaceAll('/agent', () => "/$'")],
  ['teams', undefined, said],
  ['discord', undefined, said.replace('/agent use', '/agent place use')],
])('commands are named as people find them in %s, under %s', (platform, command, expected) => {
  const channel = { ...(command && { command: () => command }) } as Channel
  const spelledAt = createSpelling(platforms, () => channel)
  expect(namedAt(spelledAt({ platform, installation: 'x' }), said)).toBe(expected)
})
