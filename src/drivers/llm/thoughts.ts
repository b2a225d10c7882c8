const opening = '<think>'
const closing = '</think>'

/**
 * Leaves out what a model thinks at the beginning of its text, between `<think>` and `</think>`, however the text is cut. `aloud`: it is
 * known to leave the first of them out, as some templates write it for the model; what never closes was no thought.
 */
export function createThoughts(aloud: boolean) {
  let held = ''
  let phase: 'start' | 'thinking' | 'answer' = aloud ? 'thinking' : 'start'
  let isLone = false

  function answerFrom(text: string): string {
    phase = 'answer'
    held = ''
    return text.trimStart()
  }

  return {
    /** What may be shown of the text by now. */
    push(text: string): string {
      if (phase === 'answer') return withoutLone(text)
      held += text
      if (phase === 'start') {
        const begun = held.trimStart()
        if (begun.length < opening.length && opening.startsWith(begun)) return ''
        if (!begun.startsWith(opening)) {
          const all = held
          phase = 'answer'
          held = ''
          return withoutLone(all)
        }
        phase = 'thinking'
      }
      const end = held.indexOf(closing)
      return end < 0 ? '' : answerFrom(held.slice(end + closing.length))
    },
    /** The rest, once the text is whole. */
    end(): string {
      const rest = phase === 'answer' ? '' : aloud || phase === 'start' ? held : ''
      held = ''
      return rest
    },
    /** It is at its thoughts. */
    get isThinking() {
      return phase === 'thinking'
    },
    /** An end of thoughts came that never began: the next answer of this model begins with thoughts. */
    get isLone() {
      return isLone
    },
  }

  /** Vendors send the mark as one token, so that it is never cut. */
  function withoutLone(text: string): string {
    const at = text.indexOf(closing)
    if (at < 0 || isLone) return text
    isLone = true
    return text.slice(0, at) + text.slice(at + closing.length)
  }
}
