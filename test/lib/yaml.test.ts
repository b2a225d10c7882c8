import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readYaml, readYamlSent } from '../../src/lib/yaml/index.ts'
import { tempFolder } from '../support/temp-folder.ts'

function read(text: string) {
  const file = join(tempFolder(), 'file.yaml')
  writeFileSync(file, text)
  const read = readYaml(file, z.json())
  return 'value' in read
    ? read.value
    : read.faults.map(({ path, message }) => `${path.replace(file, 'file.yaml')} ${message}`)
}

describe('a text that YAML reads otherwise than its author', () => {
  it.each([
    ['say: Hello #{name}!', 1, '#{name}'],
    ['a:\n  say: #{name} is here\n  end: completed', 2, '#{name}'],
    ['- { text: 1F, goto: a }\n- { text: #{floor}, goto: b }', 2, '#{floor}'],
    ['- "ok #{name}"\n- #{名前} さん', 2, '#{名前}'],
  ])('is told of: %s', (text, line, place) => {
    expect(read(text)).toContain(
      `file.yaml:${line} is cut off before ${place}, which begins a comment. Put the text in quotation marks.`,
    )
  })

  it('is told of where it begins with an asterisk', () => {
    expect(read('a: 1\nsay: *Hello*')).toEqual([
      'file.yaml:2 *Hello* stands for nothing. Put a text that begins with * in quotation marks.',
    ])
  })

  it.each([
    ['say: "Hello #{name}!"', { say: 'Hello #{name}!' }],
    ['say: |\n  Hello #{name}!\n  #{more}\n', { say: 'Hello #{name}!\n#{more}\n' }],
    ['say: >-\n  #{name}\n', { say: '#{name}' }],
    ['say: Hello#{name}', { say: 'Hello#{name}' }],
    ['a: 1 # {not: state}\n# #{name} is explained here\nb: 2\n#{ match: x }\n', { a: 1, b: 2 }],
    ['a: &a [x]\nb: *a', { a: ['x'], b: ['x'] }],
  ])('is not suspected: %s', (text, value) => {
    expect(read(text)).toEqual(value)
  })
})

it('that stands for itself over and over is refused', () => {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]']
  for (let i = 1; i < 9; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(',')}]`,
    )
  expect(read(lines.join('\n'))).toEqual([expect.stringMatching(/^file\.yaml is not read: too much in it/)])
})

it('that is nested without end is refused', () => {
  expect(read('['.repeat(20_000))).toContain('file.yaml:1 is not YAML: Maximum call stack size exceeded')
})

it('that has many places stand for others is refused before any is looked for', () => {
  expect(read('- &a x\n- *a\n'.repeat(10_000))).toEqual([
    'file.yaml:202 is not read: more than 100 places in it stand for something else in it (*name)',
  ])
})

describe('a long text that somebody sent', () => {
  const rules = z.array(z.strictObject({ say: z.string(), when: z.array(z.string()) }))

  it('is read as any other, while everything else goes on', async () => {
    const order: string[] = []
    const reading = readYamlSent('rules.yaml', '- say: x\n  when: [y]\n'.repeat(5000), rules)
    setImmediate(() => order.push('something else'))
    const found = await reading
    order.push('read')
    expect(order).toEqual(['something else', 'read'])
    expect('value' in found && found.value.length).toBe(5000)
    expect('value' in found && [found.lineOf([0, 'when']), found.lineOf([4999, 'when'])]).toEqual([2, 10_000])
  })

  it('is told of at its line, or at that of what is around it where there are too many', async () => {
    const text = `${'- say: x\n  when: [y]\n'.repeat(15_000)}- say: [1]\n  when: [y]\n`
    const found = await readYamlSent('rules.yaml', text, rules)
    expect('faults' in found && found.faults.map(({ path }) => path)).toEqual(['rules.yaml:30001 [15000].say'])
  })

  it('that breaks the thread which reads it is refused in a sentence', async () => {
    const found = await readYamlSent('rules.yaml', '['.repeat(200_000), rules)
    expect('faults' in found && found.faults[0]!.message).toMatch(/^is not (?:YAML|read): /)
  })
})
