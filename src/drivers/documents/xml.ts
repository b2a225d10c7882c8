import { Parser } from 'htmlparser2'
import { BadFile } from './unreadable.ts'

export interface XmlReader {
  open(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * What people write is nested a few dozen elements deep. The parser's work grows with the depth, so that 200,000 tables in each
 * other, a file of 3 KB, would keep it busy for 18 seconds.
 */
const maxDepth = 100

/** Goes through XML in its order. Entities that a file declares itself are not expanded. Throws `BadFile` where it is too deep. */
export function parseXml(xml: string, { open, text, close }: XmlReader): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > maxDepth) throw new BadFile('too_deep')
        open(name, attributes)
      },
      ontext: (data) => text?.(data),
      onclosetag(name) {
        depth--
        close?.(name)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

/** The parts that a part of an Office file refers to, by their ids: paths in the archive, and what they are. */
export function relationsOf(rels: string | undefined, folder: string): Map<string, { path: string; type: string }> {
  const found = new Map<string, { path: string; type: string }>()
  parseXml(rels ?? '', {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      found.set(Id, { path: resolved(folder, Target), type: Type.slice(Type.lastIndexOf('/') + 1) })
    },
  })
  return found
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const steps = folder.split('/').filter((step) => step !== '')
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}
