import type { Language } from '../../lib/language.ts'
import { inUtc } from '../../lib/moment.ts'
import { version } from '../../lib/version.ts'
import type { Database } from '../../store/database.ts'
import type { Section } from '../../store/personal/declaration.ts'
import type { Person } from '../../store/personal/person.ts'
import { readPerson } from '../../store/personal/read.ts'
import { sentences } from './words/index.ts'

type Row = Readonly<Record<string, unknown>>
type Sections = Partial<Record<Section, Row[]>>

/** All that is kept of a person and says anything to them, and nothing of anybody else. */
export interface PersonExport {
  /** Of Parley. */
  version: string
  at: string
  account: string
  people: readonly string[]
  /** What is each agent's. */
  agents: Readonly<Record<string, Sections>>
  /** What is no agent's: what they said in channels, what they think of answers. */
  elsewhere: Sections
}

export async function exportOf(db: Database, person: Person, now: number): Promise<PersonExport> {
  const agents: Record<string, Sections> = {}
  const elsewhere: Sections = {}
  for await (const { agent, section, values } of readPerson(db, person)) {
    let sections = elsewhere
    if (agent !== undefined) {
      agents[agent] ??= {}
      sections = agents[agent]
    }
    sections[section] ??= []
    sections[section].push(readable(values))
  }
  const at = new Date(now).toISOString()
  return { version, at, account: person.account, people: person.uids, agents, elsewhere }
}

const times = new Set(['at', 'started_at', 'received_at', 'said_at', 'created_at', 'updated_at'])

/** Times as people and programs read them. */
function readable(values: Row): Row {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      times.has(name) && value !== null && value !== undefined ? new Date(Number(value)).toISOString() : value,
    ]),
  )
}

/** The same as a page that loads nothing and runs nothing: every text in it is text. */
export function pageOf(kept: PersonExport, language: Language): string {
  const words = sentences
  const parts = [
    ...Object.entries(kept.agents).map(([agent, sections]) => ({ title: agent, sections })),
    { title: words.elsewhere[language], sections: kept.elsewhere },
  ].filter(({ sections }) => Object.keys(sections).length > 0)
  const body = parts.map(
    ({ title, sections }) =>
      `<h2>${escaped(title)}</h2>${Object.entries(sections)
        .map(([name, rows]) => `<h3>${escaped(words.sections[name as Section][language])}</h3>${tableOf(rows)}`)
        .join('')}`,
  )
  const about = words.pageAbout(kept.people.join(', '), kept.account, inUtc(Date.parse(kept.at)))[language]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(words.pageTitle[language])}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}
td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head><body><h1>${escaped(words.pageTitle[language])}</h1><p>${escaped(about)}</p>
${body.length === 0 ? `<p>${escaped(words.nothing[language])}</p>` : body.join('\n')}
</body></html>
`
}

function tableOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const head = columns.map((one) => `<th>${escaped(one)}</th>`).join('')
  const line = (row: Row) => `<tr>${columns.map((one) => `<td>${escaped(textOf(row[one]))}</td>`).join('')}</tr>`
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map(line).join('')}</tbody></table>`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => entities[one]!)
