import { byScript, gramsOf } from '../../lib/normalise.ts'

/**
 * What makes two normalised texts alike, each as often as it occurs: words and the three-letter pieces of their line, and of
 * scripts without spaces kanji and every two neighbours. A slip of the keyboard leaves most pieces as they were.
 */
export function featuresOf(normalised: string): string[] {
  const { words, runs } = byScript(normalised)
  // The sign keeps words of three letters apart from pieces.
  const features = words.map((word) => `=${word}`)
  if (words.length > 0) {
    const line = ` ${words.join(' ')} `
    for (let i = 0; i + 3 <= line.length; i++) features.push(line.slice(i, i + 3))
  }
  for (const run of runs) features.push(...gramsOf(run))
  return features
}
