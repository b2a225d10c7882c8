import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Language, Texts } from '../lib/language.ts'
import { version } from '../lib/version.ts'
import { words } from './words/index.ts'

/** What runs here, for whoever has just started it. */
export interface Summary {
  dataFolder: string
  database: 'sqlite' | 'postgres'
  /** As people call those that are connected. */
  platforms: readonly string[]
  /** Of agents that name none. */
  model: { upstream: string; provider: string } | undefined
  /** Of the first account, by their ids. */
  agents: readonly string[]
}

const namesAtMost = 8

/** A line each: what a terminal shows of it under the address. */
export function summaryText({ dataFolder, database, platforms, model, agents }: Summary, language: Language): string {
  const { labels } = words
  const names = agents.length > namesAtMost ? [...agents.slice(0, namesAtMost), '…'] : agents
  const rows: [label: Texts, said: string][] = [
    [labels.version, version],
    [labels.data, words[database](short(resolve(dataFolder)))[language]],
    [labels.platforms, platforms.join(', ') || words.noPlatform[language]],
    [labels.model, model ? `${model.upstream} (${model.provider})` : words.noModel[language]],
    [
      labels.agents,
      agents.length === 0 ? words.noAgent[language] : words.agents(agents.length, names.join(', '))[language],
    ],
  ]
  const most = Math.max(...rows.map(([label]) => width(label[language])))
  return rows
    .map(([label, said]) => `  ${label[language]}${' '.repeat(most - width(label[language]))}  ${said}`)
    .join('\n')
}

/** In columns of a terminal: kana and kanji take two. */
const width = (text: string): number => [...text].reduce((sum, one) => sum + (/[\u1100-\uffdc]/.test(one) ? 2 : 1), 0)

const short = (folder: string): string =>
  folder.startsWith(`${homedir()}/`) ? `~${folder.slice(homedir().length)}` : folder
