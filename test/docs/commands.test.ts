import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../src/admin/commands/line.ts'
import { findCommand, helpWanted, readWords } from '../../src/admin/commands/parse.ts'
import type { CommandDescription } from '../../src/model/command.ts'
import { commandTable, groupedName } from '../../src/model/commands.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const guide = readFileSync(join(docs, 'commands.md'), 'utf8')

it('every command that a page shows is one, with as many words as it takes', () => {
  const shown = readdirSync(docs)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(docs, page), 'utf8')
      const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```$/gms)].flatMap(([, block]) => block!.split('\n'))
      const between = [...text.matchAll(/`(\/agent [^`\n…]+)`/g)].map(([, line]) => line!)
      return [...blocks.filter((line) => line.startsWith('/agent ')), ...between].map((line) => ({ page, line }))
    })
  expect(shown.length).toBeGreaterThan(100)
  const wrong = shown.filter(({ line }) => {
    const words = wordsOf(line.replace('/agent ', '').replace(/ {3,}.*/, ''))
    if (helpWanted(words) !== undefined) return false
    const found = findCommand(words)
    // What is left out, a form asks for.
    return (
      !('command' in found) ||
      readWords(found.command, found.rest, []).faults.some(({ say }) => !/is required|needs/.test(say.en))
    )
  })
  expect(wrong).toEqual([])
})

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
