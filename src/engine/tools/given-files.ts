import { safeFileName } from '../../lib/file-name.ts'
import { answerFiles } from '../../model/conversation.ts'
import { pictureExtensions, sniffImage } from '../../model/images.ts'
import { waitingDoors } from '../../model/message.ts'
import type { ToolOutcome } from '../../ports/tools.ts'
import type { AnswerDraft } from '../draft.ts'

type GivenFiles = NonNullable<ToolOutcome['files']>

const extensions: Record<string, string> = {
  ...pictureExtensions,
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
  if (!extension || draft.files.length >= answerFiles.most || before + bytes.length > answerFiles.bytes)
    return undefined
  const taken = new Set(draft.files.map((file) => file.name))
  const shown = safeFileName(name.replace(/\.\w*$/, ''), extension, taken, isPicture ? 'picture' : 'file')
  draft.files.push({ name: shown, type: type!, base64: Buffer.from(bytes).toString('base64') })
  return shown
}
