import { cut } from '../../src/lib/cut.ts'
import { type Attachment, bytesOf, type Part } from '../../src/model/message.ts'
import type { Entry } from '../../src/ports/transcript.ts'
import type { Said, ShownFile, Told } from './view.ts'

/** What a button holds; a hint of what it says suffices. */
export const buttonCharacters = 80

/** A part of an answer as the page shows it. Nothing in it can mention anybody. */
export function said({ text, quickReplies, imageUrl, url, feedback, aiGenerated, sources }: Part): Said {
  return {
    from: 'agent',
    text,
    ...(quickReplies && {
      buttons: {
        id: quickReplies.id,
        options: quickReplies.options.map((option) => cut(option, buttonCharacters)),
        ...(quickReplies.chosen !== undefined && { chosen: quickReplies.chosen }),
      },
    }),
    ...(imageUrl !== undefined && { image: imageUrl }),
    ...(url !== undefined && { link: url }),
    ...(feedback && { feedback }),
    ...(aiGenerated && { ai: aiGenerated }),
    ...(sources && { sources }),
  }
}

/** A file that the agent gives, which is kept under that id. */
export function saidFile(id: string, file: Attachment): Said & { files: [ShownFile] } {
  const mimetype = 'type' in file ? file.type.split(';')[0]! : 'text/plain'
  return { from: 'agent', text: '', files: [{ id, name: file.name, mimetype, size: bytesOf(file).length }] }
}

/** An entry as an event: one that was taken away is told as gone. */
export function told({ id, n, at, body }: Entry): Told {
  return body === '' ? { id, n, at, from: 'gone' } : { id, n, at, ...JSON.parse(body) }
}
