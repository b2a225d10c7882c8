import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CommandDescription } from '../../src/model/command.ts'
import { commandTable, groupedName } from '../../src/model/commands.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const guide = readFileSync(join(docs, 'commands.md'), 'utf8')

describe('the guide to the commands', () => {
  it.each(commandTable.map((command: CommandDescription) => command))(
    'has $name with its parameters, as it is used',
    ({ name, parameters }) => {
      const words = parameters.map(({ name, named, optional }) => {
        if (named) return `\\[--${name}[^\\]]*\\]`
        return optional ? `\\[${name}\\]` : `<${name}>`
      })
      expect(guide).toMatch(new RegExp(`^\\| \`${[name, ...words].join(' ')}\` \\| \\S`, 'm'))
    },
  )

  it('has each command in its group', () => {
    for (const command of commandTable as readonly CommandDescription[]) {
      const row = command.group === undefined ? 'none' : `\`${command.group}\``
      const [line = ''] = new RegExp(`^\\| ${row} \\|.*$`, 'm').exec(guide) ?? []
      expect(line).toContain(`\`${groupedName(command)}\``)
    }
  })

  it('leads to pictures and pages that are there', () => {
    const links = [...guide.matchAll(/src="([^"]+)"|\]\(([^)#:]+)[^)]*\)/g)].map(([, image, page]) => image ?? page!)
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((link) => !existsSync(join(docs, link)))).toEqual([])
  })
})
