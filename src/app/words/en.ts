import { counted } from '../../lib/counts.ts'

export const en = {
  labels: { version: 'version', data: 'data', platforms: 'platforms', model: 'model', agents: 'agents' },
  sqlite: (folder: string) => `${folder} (SQLite)`,
  postgres: (folder: string) => `PostgreSQL; keys and files in ${folder}`,
  noPlatform: 'none is connected: `parley init` connects one',
  noModel: 'none: agents say what is written for them, and what they know',
  noAgent: 'none: `/agent create` makes one, or a folder in config/agents',
  noPlayground: 'The playground is off. The API is at /api, and /readyz tells how things are.',
  agents: (count: number, names: string) => `${counted('en', count, { other: '#' })}: ${names}`,
}
