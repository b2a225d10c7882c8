import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { PERMISSIONS } from '../../adapters/discord/invite.ts'
import { SCOPES } from '../../adapters/slack/manifest.ts'
import { text } from './support.ts'

const root = resolve(import.meta.dirname, '../..')
const page = text('docs/it.md')

/** The cells of each row of the tables in a text, without heads. */
const rowsOf = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))

it('every test that the threat model names is there', () => {
  const named = rowsOf(text('SECURITY.md')).flatMap((cells) => {
    const [, file, title] = /^`(test\/[^`]+)`: (.+)$/.exec(cells.at(-1) ?? '') ?? []
    return file === undefined ? [] : [{ file, title: title! }]
  })
  expect(named.length).toBeGreaterThan(25)
  const missing = named.filter(({ file, title }) => !existsSync(join(root, file)) || !text(file).includes(title))
  expect(missing).toEqual([])
  // Each row of it names one.
  const doors = rowsOf(text('SECURITY.md').split('## Door by door')[1]!)
  expect(doors.slice(1)).toHaveLength(named.length)
})

it('the page for administrators says what each manifest asks for, and nothing else', () => {
  const slack = page.slice(page.indexOf('**Slack**'), page.indexOf('**Discord**'))
  const scopes = rowsOf(slack).flatMap(([cell = '']) =>
    [...cell.matchAll(/`([a-z_]+:?[a-z]*)`/g)].map(([, scope]) => scope!),
  )
  expect(scopes.sort()).toEqual([...SCOPES].sort())
  const discord = page.slice(page.indexOf('**Discord**'), page.indexOf('**Teams**')).replaceAll(/\s+/g, ' ')
  expect(discord).toContain(`${Object.keys(PERMISSIONS).join(', ')};`)
  const teams = page.slice(page.indexOf('**Teams**'), page.indexOf('## Where data goes'))
  const manifest = text('adapters/teams/manifest.ts')
  const asked = [...manifest.matchAll(/name: '(\w+\.Read\.\w+)'/g)].map(([, name]) => name)
  expect(asked.length).toBeGreaterThan(0)
  for (const name of asked) expect(teams).toContain(`\`${name}\``)
})

it('the page for administrators names every host that an adapter calls', () => {
  /** Shown to people, or told to a platform, and never called. */
  const shown = [
    'api.slack.com',
    'portal.azure.com',
    'developer.microsoft.com',
    'admin.teams.microsoft.com',
    'schema.org',
    'learn.microsoft.com',
    'docs.slack.dev',
    'docs.discord.com',
    'github.com',
    'adaptivecards.io',
  ]
  const sources = ['slack', 'discord', 'teams'].flatMap((platform) =>
    readdirSync(join(root, 'adapters', platform))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `adapters/${platform}/${name}`),
  )
  const hosts = sources.flatMap((file) =>
    [...text(file).matchAll(/(?<!\/\/ .*|\* .*)['"`](?:https|wss):\/\/([a-z0-9.-]+\.[a-z]+)/g)].map(
      ([, host]) => host!,
    ),
  )
  const called = new Set(hosts.filter((host) => !shown.includes(host) && !/(^|\.)example\.com$/.test(host)))
  expect(called.size).toBeGreaterThan(5)
  expect([...called].filter((host) => !page.includes(`\`${host}\``))).toEqual([])
})
