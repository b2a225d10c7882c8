import { isRecord } from '../shared/json.ts'
import { createForm } from './form.ts'
import { walk } from './forms/component-tree.ts'
import type { Json } from './records.ts'

const ATTACHMENT = 'attachment://'

/** Each medium in a tree of components, which a file, a picture of a gallery or a thumbnail is. */
function* mediaIn(components: readonly Json[]): Iterable<Json> {
  for (const { file, media, items } of walk(components)) {
    const inItems = Array.isArray(items) ? items.map((item: Json) => item['media']) : []
    for (const medium of [file, media, ...inItems]) if (isRecord(medium)) yield medium
  }
}

/** Notes of each medium that names a file of the message which one it is. Refused where there is none of that name. */
export function withFiles(components: Json[], files: readonly { id: string; name: string }[]): Json[] {
  const copy = JSON.parse(JSON.stringify(components)) as Json[]
  const form = createForm()
  for (const medium of mediaIn(copy)) {
    const url = String(medium['url'])
    if (!url.startsWith(ATTACHMENT)) continue
    const found = files.find(({ name }) => name === url.slice(ATTACHMENT.length))
    if (found) medium['attachment_id'] = found.id
    else
      form.wrong(
        ['components'],
        'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
        `The referenced attachment was not found: ${url}`,
      )
  }
  form.check()
  return copy
}

/** The ids of the files that components show: Discord tells of them there, and not among the attachments. */
export function filesShownBy(components: readonly Json[]): string[] {
  return [...mediaIn(components)].flatMap(({ attachment_id: id }) => (typeof id === 'string' ? [id] : []))
}

/** The components with what there is to say of each file that they show. */
export function withShown(components: Json[], show: (file: string) => { medium: Json; holder?: Json }): Json[] {
  if (filesShownBy(components).length === 0) return components
  const copy = JSON.parse(JSON.stringify(components)) as Json[]
  for (const one of walk(copy)) {
    const { file } = one
    if (isRecord(file) && typeof file['attachment_id'] === 'string') {
      Object.assign(one, show(file['attachment_id']).holder)
    }
  }
  for (const medium of mediaIn(copy)) {
    const { attachment_id: id } = medium
    if (typeof id === 'string') Object.assign(medium, show(id).medium)
  }
  return copy
}

/** All the words of a message: what stands in its components calls people as its content does. */
export function wordsOf(content: string, components: readonly Json[]): string {
  const texts = [...walk(components)].flatMap((one) => (one['type'] === 10 ? [String(one['content'])] : []))
  return [content, ...texts].filter((text) => text !== '').join('\n')
}
