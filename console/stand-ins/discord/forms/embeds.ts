import { flag, integer, list, object, optional, type Reader, required, text } from '../form.ts'
import type { Json } from '../records.ts'

const TOTAL = 6000

const url = optional(text(1, 2048, /^(?:https?|attachment):\/\/./))
const picture = optional(
  object({ url, proxy_url: url, width: optional(integer(0, 2 ** 31)), height: optional(integer(0, 2 ** 31)) }),
)
const embed = object({
  title: optional(text(0, 256)),
  type: optional(text(0, 20)),
  description: optional(text(0, 4096)),
  url,
  timestamp: optional(text(1, 40, /^\d{4}-\d{2}-\d{2}T/)),
  color: optional(integer(0, 0xffffff)),
  footer: optional(object({ text: required(text(0, 2048)), icon_url: url })),
  image: picture,
  thumbnail: picture,
  author: optional(object({ name: required(text(0, 256)), url, icon_url: url })),
  fields: optional(
    list(object({ name: required(text(1, 256)), value: required(text(1, 1024)), inline: optional(flag) }), 0, 25),
  ),
})

/** Ten at most, 6000 characters in all of them together. */
export const readEmbeds: Reader<Json[]> = (value, path, form) => {
  const read = list(embed, 0, 10)(value, path, form) ?? []
  const total = read.reduce((sum, each) => {
    if (!each) return sum
    const fields = (each.fields ?? []).flatMap((field) => [field?.name, field?.value])
    const texts = [each.title, each.description, each.footer?.text, each.author?.name, ...fields]
    return sum + texts.reduce((length, one) => length + (one?.length ?? 0), 0)
  }, 0)
  if (total > TOTAL) form.wrong(path, 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${TOTAL}`)
  return JSON.parse(JSON.stringify(read)).map((each: Json) => ({ type: 'rich', ...each }))
}
