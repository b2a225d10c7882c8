import MiniSearch, { type Options } from 'minisearch'
import type { Section } from './sections.ts'
import { wordsOf } from './words.ts'

const options: Options<Section> = {
  fields: ['title', 'above', 'text'],
  storeFields: ['title', 'above'],
  tokenize: wordsOf,
  searchOptions: {
    boost: { title: 4, above: 2 },
    prefix: true,
    fuzzy: (word) => word.length > 5 && 0.2,
    combineWith: 'AND',
  },
}

/** Where a language's index stands below the site's own address. */
export const indexPath = (language: string): string => `assets/search-${language}.json`

export function writeIndex(sections: readonly Section[]): string {
  const index = new MiniSearch(options)
  index.addAll(sections)
  return JSON.stringify(index)
}

export const readIndex = (json: string): MiniSearch<Section> => MiniSearch.loadJSON(json, options)
