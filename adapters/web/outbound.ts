import { cut } from '../../src/lib/cut.ts'
import type { Part } from '../../src/model/message.ts'
import type { Entry } from '../../src/ports/transcript.ts'
import type { Said, Told } from './view.ts'

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

/** An entry as an event: one that was taken away is told as gone. */
export function told({ id, n, at, body }: Entry): Told {
  return body === '' ? { id, n, at, from: 'gone' } : { id, n, at, ...JSON.parse(body) }
}
