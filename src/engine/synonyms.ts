import { stemmer } from 'stemmer'
import { normalise, unspacedScripts } from '../lib/normalise.ts'
import type { AgentDocument } from '../model/agent.ts'

/** What was said, put in so many ways at most: a list of twenty words for one thing is no twenty searches. */
const mostWays = 8
/** Phrases are far shorter: what comes behind is left as it was said. */
const heard = 2000

/** A word of a group, or a few of them. */
interface Member {
  text: string
  /** Of scripts that space their words, the stems it is recognised by; of others itself, which is found within a run. */
  stems: string[]
  run: string | undefined
}

/** Documents never change, and what is prepared of them goes with them. */
const prepared = new WeakMap<AgentDocument, Member[][]>()
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u')

/**
 * What was said, and the same with the words that the agent's author calls the same as those in it: first as it was said, then at
 * most a few more. What is recognised or found for one of them is so for all.
 */
export function waysToSay(document: AgentDocument, text: string): string[] {
  if (!document.synonyms?.length) return [text]
  let groups = prepared.get(document)
  if (!groups) {
    groups = document.synonyms.map((group) => group.map(memberOf))
    prepared.set(document, groups)
  }
  let ways = [text]
  for (const group of groups) {
    const said = longestFirst(group).find((member) => replaced(text, member, member.text) !== undefined)
    if (!said) continue
    const others = group.filter((member) => member !== said)
    ways = [...ways, ...ways.flatMap((way) => others.flatMap((other) => replaced(way, said, other.text) ?? []))].slice(
      0,
      mostWays,
    )
  }
  return ways
}

function memberOf(text: string): Member {
  const normalised = normalise(text)
  return { text, stems: normalised.split(' ').map(stemOf), run: unspaced.test(normalised) ? normalised : undefined }
}

const longestFirst = (group: readonly Member[]): Member[] =>
  group.toSorted((a, b) => (b.run ?? b.text).length - (a.run ?? a.text).length)

/** The text with another word in the place of this one; undefined when it does not hold it. */
function replaced(text: string, { stems, run }: Member, other: string): string | undefined {
  const head = text.slice(0, heard)
  const words = [...head.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
  if (run !== undefined) return withinRuns(text, words, run, other)
  const stemsSaid = words.map(([word]) => stemOf(normalise(word)))
  for (let i = 0; i + stems.length <= words.length; i++) {
    if (!stems.every((stem, n) => stemsSaid[i + n] === stem)) continue
    const last = words[i + stems.length - 1]!
    return text.slice(0, words[i]!.index) + other + text.slice(last.index + last[0].length)
  }
  return undefined
}

/** Of scripts without spaces a word is looked for within what is written in one. */
function withinRuns(text: string, words: readonly RegExpExecArray[], run: string, other: string): string | undefined {
  for (const { 0: word, index } of words) {
    const normalised = normalise(word)
    if (!normalised.includes(run)) continue
    return text.slice(0, index) + normalised.replace(run, () => other) + text.slice(index + word.length)
  }
  return undefined
}

function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word
}
