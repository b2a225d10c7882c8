import type { View } from '../../model/view.ts'

/** As long as `View.text` may be, less what closes it. */
const maxText = 3900

/** A view whose text all doors can show: what is longer ends there, and all of it comes as a file if none does already. */
export function fitted(view: View): View {
  const { text, file = { name: 'answer.md', text } } = view
  if (text.length <= maxText) return view
  const whole = text.slice(0, maxText)
  const short = whole.slice(0, Math.max(whole.lastIndexOf('\n'), maxText / 2)).toWellFormed()
  const fences = short.match(/^`{3,}/gm) ?? []
  const open = fences.length % 2 === 1 ? `\n${fences.at(-1)}` : ''
  return { ...view, text: `${short}${open}\n…`, file }
}
