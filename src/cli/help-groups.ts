/** How `parley help` parts the commands: each family, the first word of its commands, stands in one group. */
export interface HelpGroup {
  /** `parley help agents` lists it. */
  name: string
  title: string
  families: readonly string[]
}

export const helpGroups: readonly HelpGroup[] = [
  {
    name: 'begin',
    title: 'Begin',
    families: ['start', 'init', 'chat', 'doctor', 'help', 'completion', 'demo-data'],
  },
  {
    name: 'agents',
    title: 'Agents, and what they know and call',
    families: ['agent', 'knowledge', 'scenario', 'webhook', 'tool', 'models', 'replay', 'why', 'say'],
  },
  {
    name: 'access',
    title: 'Accounts, keys, the console and events',
    families: ['account', 'key', 'usage', 'console', 'event', 'installations'],
  },
  {
    name: 'privacy',
    title: 'People, and the log of changes',
    families: ['forget', 'export', 'forgotten', 'audit'],
  },
  {
    name: 'operating',
    title: 'Running it',
    families: ['pause', 'resume', 'verify', 'backup', 'backup-key', 'restore', 'rekey', 'db', 'prove', 'stand-in'],
  },
]

/** All other families are platforms, whichever there are. */
export const ofPlatforms = { name: 'platforms', title: 'Platforms, and who answers where' }

/** What most people come for; all of them on the first page. */
export const mostUsed: readonly string[] = [
  'start',
  'init',
  'chat',
  'doctor',
  'agent create',
  'agent edit',
  'agent test',
  'agent publish',
  'knowledge add',
  'why',
  'console',
  'key issue',
  'backup',
]

/** What `parley start` is told by its environment first; docs/settings.md has them all. */
export const startVariables: readonly (readonly [name: string, about: string])[] = [
  ['PORT', 'Where it listens; 3000 without it.'],
  ['HOST', 'And at which address: 127.0.0.1, which only this machine reaches, without it; 0.0.0.0 for all.'],
  ['PUBLIC_URL', 'Where people reach it, like https://parley.example.com.'],
  ['PARLEY_DATA', 'The folder of the database and the key; ./data without it.'],
  ['DATABASE_URL', 'A PostgreSQL database in place of the file.'],
  ['OPENAI_API_KEY', 'A model; or ANTHROPIC_API_KEY, GOOGLE_API_KEY, GROQ_API_KEY.'],
  ['PARLEY_LLM_BASE_URL', 'Or any server of OpenAI’s protocol, with PARLEY_LLM_MODEL and PARLEY_LLM_API_KEY.'],
  ['PARLEY_PLAYGROUND', 'on or off: the playground in the browser; as long as no platform is connected without it.'],
  ['LOG_LEVEL', 'debug, info, warn, error or silent; info without it.'],
]
