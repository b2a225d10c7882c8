import type { AgentDocument } from '../model/agent.ts'
import type { Rule } from '../model/rule.ts'

export interface RuleMatch {
  rule: Rule
  index: number
  /** 0 to 100. */
  score: number
}

/** The rule that answers an utterance: by its whole text, normalised. The first of two rules with one phrase wins. */
export function matchRule(document: AgentDocument, utterance: string): RuleMatch | undefined {
  let index = indexes.get(document)
  if (!index) {
    index = new Map()
    for (const [i, rule] of document.rules.entries()) {
      for (const phrase of rule.when) {
        const text = keyOf(phrase)
        if (!index.has(text)) index.set(text, i)
      }
    }
    indexes.set(document, index)
  }
  const found = index.get(keyOf(utterance))
  return found === undefined ? undefined : { rule: document.rules[found]!, index: found, score: 100 }
}

/** Documents never change, and the index goes with its document. */
const indexes = new WeakMap<AgentDocument, Map<string, number>>()

/** What has neither letters nor digits, like an emoji or a lone question mark, means itself and nothing else. */
const keyOf = (text: string): string => normalise(text) || text.trim()

/** Letters and digits only, one case, one width, hiragana for katakana: what people mean is the same. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[^\p{L}\p{N}\u30fc]+/gu, ' ')
    .trim()
}
