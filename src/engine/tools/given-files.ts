import { sniffImage } from '../../model/images.ts'
import { waitingDoors } from '../../model/message.ts'
import type { ToolOutcome } from '../../ports/tools.ts'
import type { AnswerDraft } from '../draft.ts'

/** In one answer, and in all of them together before they are written in base64. */
const maxFiles = 3
const maxBytes = 1_000_000
type GivenFiles = NonNullable<ToolOutcome['files']>

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
}

/**
 * What a tool gave besides its text goes behind the answer, for its person: pictures, tables and documents, and nothing that runs. What
 * the model is to know of it, in a sentence for each.
 */
export function giveFiles(draft: AnswerDraft, files: GivenFiles): string {
  // Whoever waits for the call gets the answer's text alone.
  if (waitingDoors.includes(draft.request.door)) return ''
  return files
    .map((file) => {
      const name = keep(draft, file)
      return name === undefined
        ? '\n(A file that came with it cannot be shown: it is too large, or of no kind that is.)'
        : `\n(The person sees ${name} below your answer.)`
    })
    .join('')
}

function keep(draft: AnswerDraft, { name, type: told, bytes }: GivenFiles[number]) {
  const isPicture = told.startsWith('image/')
  const type = isPicture ? sniffImage(bytes) : told
  const extension = type && extensions[type]
  const before = draft.files.reduce((sum, { base64 }) => sum + (base64.length * 3) / 4, 0)
  if (!extension || draft.files.length >= maxFiles || before + bytes.length > maxBytes) return undefined
  const stem = name
    .replace(/\.\w*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const usual = isPicture ? 'picture' : 'file'
  const taken = new Set(draft.files.map((file) => file.name))
  const named = (n: number) => `${stem || usual}${n > 1 ? `-${n}` : ''}.${extension}`
  let n = 1
  while (taken.has(named(n))) n++
  draft.files.push({ name: named(n), type: type!, base64: Buffer.from(bytes).toString('base64') })
  return named(n)
}
