import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Values } from '../../model/command.ts'
import type { FileRef, InboundFile } from '../../model/message.ts'
import type { Field, Form } from '../../model/view.ts'
import { words } from './words/index.ts'

export interface Asking {
  /** Undefined: they leave the form. */
  ask(prompt: string): Promise<string | undefined>
  tell(text: string): void
  say(texts: Record<'en' | 'ja', string>): string
}

/** The fields of a form, asked one after another; undefined where somebody left it. */
export async function fillIn({ title, sections, faults = [] }: Form, asking: Asking): Promise<Values | undefined> {
  const fields = sections.flatMap((section) => section.fields)
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name
  const wrong = faults.map(({ field, message }) => `⚠ ${labelOf(field)}: ${message}`)
  asking.tell([title, asking.say(words.asks), ...wrong].join('\n'))
  const values: Record<string, Values[string]> = {}
  for (const field of fields) {
    const value = await fill(field, asking)
    if (value === undefined) return undefined
    values[field.name] = value
  }
  return values
}

function keptIn(field: Field): string {
  if (field.kind === 'switch') return field.value ? 'y' : 'n'
  return field.kind === 'file' ? '' : (field.value ?? '')
}

async function fill(field: Field, { ask, tell, say }: Asking): Promise<Values[string] | undefined> {
  const isLong = field.kind === 'text' && field.lines
  const kept = keptIn(field)
  if (field.kind === 'choice') tell(field.choices.map(({ label }, i) => `  ${i + 1}) ${label}`).join('\n'))
  const notes = [field.hint, isLong && say(words.untilDot)].filter((note) => note).join(', ')
  const first = await ask(`${field.label}${notes && ` (${notes})`} [${kept.split('\n', 1)[0]}]: `)
  if (first === undefined) return undefined
  const lines = [first === '-' ? '' : first || kept]
  if (isLong && lines[0] === first && first !== '') {
    for (let line = await ask('| '); line !== '.'; line = await ask('| ')) {
      if (line === undefined) return undefined
      lines.push(line)
    }
  }
  const answer = lines.join('\n')
  if (field.kind === 'switch') return /^(y|はい)/i.test(answer)
  if (field.kind === 'choice') return field.choices[Number(first) - 1]?.value ?? answer
  if (field.kind === 'text') return answer
  if (answer === '') return []
  const found = statSync(answer, { throwIfNoEntry: false })
  if (found?.isFile()) return [fileAt(answer, found.size)]
  tell(say(words.noFile))
  return fill(field, { ask, tell, say })
}

const fileAt = (path: string, size: number): InboundFile => ({
  ref: `terminal:${resolve(path)}` as FileRef,
  name: basename(path),
  size,
})
