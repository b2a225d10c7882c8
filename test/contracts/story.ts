import { expect } from 'vitest'
import { quoted } from '../../src/admin/commands/line.ts'
import type { Admin } from '../../src/admin/index.ts'
import type { CommandDescription } from '../../src/model/command.ts'
import { type CommandName, commandTable } from '../../src/model/commands.ts'
import { orderKey } from '../../src/model/key.ts'
import type { Place } from '../../src/model/message.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import type { Store } from '../../src/store/index.ts'

/**
 * One day of an agent's admins, told once for all doors. However it is said, it leaves the same in the store.
 */

/** What leads to the fields that a form leaves out. */
export const MORE = 'More settings…'

export type StoryPerson = 'ann' | 'ben' | 'cleo'

export interface StoryFile {
  name: string
  text: string
}

/** A person is named, and becomes the uid they have at the door. */
export type StoryValue = string | { person: StoryPerson } | StoryFile

export interface StoryStep {
  who: 'ann' | 'ben'
  command: CommandName
  values: Record<string, StoryValue>
  /** What they write into the form that comes; where it comes in sections, those are sent in their order. */
  form?: Record<string, string | boolean>
  /** What they write behind *More*, of the form that comes or beneath what it was answered with. */
  more?: Record<string, string | boolean>
  /** Of a button of what came, in English. */
  press?: string
  /** What they read in the end. */
  reads: RegExp
  /** They may not, or it cannot be: nothing happens. At the terminal everybody may. */
  isRefused?: 'right' | 'fault'
}

const booking = `version: 1
id: book_table
title: Book a table
start:
  - match: { partial: [book a table, 予約] }
first: ask
nodes:
  ask:
    say: For how many?
    options:
      - { text: Two, goto: done, set: { guests: "2" } }
      - { text: Four, goto: done, set: { guests: "4" } }
  done:
    say: "A table for #{guests} is yours."
    end: completed
`
const broken = booking.replace('goto: done, set: { guests: "4" }', 'goto: nowhere, set: { guests: "4" }')
const agent = 'guide'

/** Ann owns the account before it begins; there are no agents but those of the house. */
export const story: readonly StoryStep[] = [
  {
    who: 'ann',
    command: 'create',
    values: { agent },
    form: {
      name: 'Guide',
      description: 'Answers guests',
    },
    reads: /guide.* is made/,
  },
  { who: 'ann', command: 'use', values: { agent, mode: 'thread' }, reads: /answers in this channel/ },
  { who: 'ben', command: 'rule list', values: { agent }, reads: /[Aa]dmin/, isRefused: 'right' },
  {
    who: 'ann',
    command: 'role add',
    values: { person: { person: 'ben' }, role: 'admin', agent },
    reads: /admin of .*guide/,
  },
  {
    who: 'ben',
    command: 'rule add',
    values: {
      when: 'opening hours | when do you open',
      say: 'We are open from 9 to 17.',
      options: 'Where are you?|Prices',
      agent,
    },
    reads: /Rule 1 is added/,
  },
  {
    who: 'ben',
    command: 'rule add',
    values: { when: 'where are you', say: 'In "Main Street" 5 | 「本町」5番地 --agent', agent },
    reads: /Rule 2 is added/,
  },
  { who: 'ben', command: 'rule remove', values: { number: '1', agent }, press: 'Undo', reads: /Undone/ },
  { who: 'ben', command: 'rule remove', values: { number: '9', agent }, reads: /no rule 9/, isRefused: 'fault' },
  {
    who: 'ann',
    command: 'scenario upload',
    values: { file: { name: 'booking.yaml', text: broken }, agent },
    reads: /S0\d\d/,
  },
  {
    who: 'ann',
    command: 'scenario upload',
    values: { file: { name: 'booking.yaml', text: booking }, agent },
    reads: /Added: .*book_table/,
  },
  {
    who: 'ben',
    command: 'knowledge add',
    values: { file: { name: 'handbook.md', text: '# Parking\n\nGuests park behind the house.' }, agent },
    reads: /handbook\.md.*1 passage,/,
  },
  {
    who: 'ann',
    command: 'webhook add',
    values: { agent },
    form: { name: 'tickets', method: 'POST', url: 'https://example.com/tickets' },
    reads: /whsec_/,
  },
  {
    who: 'ann',
    command: 'webhook edit',
    values: { webhook: 'tickets', agent },
    form: {
      trigger: '1',
      condition: '2',
      values: 'ticket\nチケット',
      secretHeaders: 'Authorization: Bearer of-the-story',
      payload: '{"guests": "#{guests}"}',
    },
    reads: /tickets.* is changed/,
  },
  { who: 'ben', command: 'webhook toggle', values: { webhook: 'tickets', agent }, reads: /switched off/ },
  {
    who: 'ann',
    command: 'edit',
    values: { agent },
    form: { name: 'Guide of the house', model: 'gpt-4o', prompt: 'You are a kind guide.' },
    reads: /Saved to the draft/,
  },
  {
    who: 'ann',
    command: 'edit',
    values: { agent },
    more: { scope: 'public', temperature: '0.7', level: '2' },
    reads: /Saved to the draft/,
  },
  {
    who: 'ben',
    command: 'edit',
    values: { agent },
    more: { temperature: '7' },
    reads: /must be at most 1|put right/,
    isRefused: 'fault',
  },
  {
    who: 'ann',
    command: 'test',
    values: { utterance: 'When do you open', agent },
    reads: /We are open from 9 to 17/,
  },
  { who: 'ann', command: 'diff', values: { agent }, press: 'Publish', reads: /Version 2 .*is live/ },
  { who: 'ann', command: 'rollback', values: { version: '1', agent }, press: 'Undo', reads: /version 4/ },
  {
    who: 'ann',
    command: 'state set',
    values: { key: 'plan', value: 'gold member', person: { person: 'ben' }, agent },
    reads: /gold member/,
  },
  { who: 'ben', command: 'state show', values: { person: { person: 'ben' }, agent }, reads: /plan.*gold member/ },
  { who: 'ann', command: 'key issue', values: { kind: 'agent', name: 'Our site', agent }, reads: /pak_/ },
  { who: 'ben', command: 'key list', values: {}, reads: /[Aa]dmin/, isRefused: 'right' },
  { who: 'ann', command: 'unuse', values: {}, press: 'Undo', reads: /as it was before/ },
  { who: 'ann', command: 'use', values: { agent, mode: 'all', where: 'workspace' }, reads: /whole workspace/ },
  { who: 'ann', command: 'role add', values: { person: { person: 'cleo' }, role: 'blocked' }, reads: /blocked/ },
  {
    who: 'ben',
    command: 'knowledge add',
    values: { file: { name: 'notes.txt', text: 'Nobody needs this.' }, agent },
    reads: /notes\.txt/,
  },
  {
    who: 'ann',
    command: 'knowledge remove',
    values: { source: 'notes.txt', agent },
    press: 'Remove it',
    reads: /has forgotten/,
  },
  {
    who: 'ann',
    command: 'create',
    values: { agent: 'spare' },
    form: { name: 'Spare' },
    reads: /spare.* is made/,
  },
  { who: 'ann', command: 'delete', values: { agent: 'spare' }, press: 'Delete it', reads: /is deleted/ },
  { who: 'ann', command: 'state clear', values: { person: { person: 'cleo' }, agent }, reads: /has forgotten/ },
  { who: 'ben', command: 'reset', values: { person: { person: 'ben' }, agent }, reads: /begins anew/ },
  {
    who: 'ann',
    command: 'state set',
    values: { key: 'language', value: '日本語', person: { person: 'ben' }, agent },
    reads: /日本語/,
  },
  { who: 'ben', command: 'rule add', values: { when: 'parking', say: 'Behind the house.', agent }, reads: /Rule 3/ },
  { who: 'ann', command: 'webhook remove', values: { webhook: 'tickets', agent }, reads: /is removed/ },
  { who: 'ann', command: 'versions', values: { agent }, reads: /4/ },
  { who: 'ann', command: 'audit', values: { agent }, reads: /webhook\.remove/ },
]

/** How a door says a step; it resolves with the text of what the person sees in the end. */
export interface StoryDoor {
  say(step: StoryStep): Promise<string>
  /** Whether steps that are refused for want of a right can be told: not where everybody owns everything. */
  knowsRights: boolean
}

/** Told step by step; each reads what it should. */
export async function tellStory(door: StoryDoor): Promise<void> {
  for (const [i, step] of story.entries()) {
    if (step.isRefused === 'right' && !door.knowsRights) continue
    expect(await door.say(step), `step ${i + 1}: ${step.who} ${step.command}`).toMatch(step.reads)
  }
}

/** A step as it is typed after `/agent`; files go with it as the door can. `uidOf`: of people at the door. */
export function lineOf({ command, values }: StoryStep, uidOf: (person: StoryPerson) => string): string {
  const { parameters } = commandTable.find(({ name }) => name === command) as CommandDescription
  const words = parameters.flatMap(({ name, named }) => {
    const value = textOf(values[name], uidOf)
    return value === undefined ? [] : [`${named ? `--${name} ` : ''}${/^[\w@-]+$/.test(value) ? value : quoted(value)}`]
  })
  // What takes the rest of the line stands last or in quotation marks.
  return [command, ...words].join(' ')
}

/** A value as text; a file has none. */
export function textOf(value: StoryValue | undefined, uidOf: (person: StoryPerson) => string): string | undefined {
  if (typeof value === 'string' || value === undefined) return value
  return 'person' in value ? `@${uidOf(value.person)}` : undefined
}

/** The file of a step, if it has one. */
export function fileOf({ values }: StoryStep): StoryFile | undefined {
  return Object.values(values).find((value): value is StoryFile => typeof value === 'object' && 'text' in value)
}

/** What the story left behind, without what differs between doors: ids that are made, times, and who is called what. */
export async function digestOf(
  { admin, store }: { admin: Admin; store: Store },
  door: {
    uidOf(person: StoryPerson): string
    channel: Place
    workspace: Place
  },
) {
  const actor = { account: firstAccount, author: 'test', door: 'cli' } as const
  const people = (['ann', 'ben', 'cleo'] as const).map((name) => ({ name, uid: door.uidOf(name) }))
  const nameOf = (uid: string) => people.find((person) => person.uid === uid)?.name ?? uid
  const live = await admin.agents.get(agent, actor)
  const draft = await admin.drafts.get(agent, actor)
  const binding = async (place: Place) => {
    const { agent = undefined, mode = undefined } = (await store.places.at(place)) ?? {}
    return [agent, mode]
  }
  return {
    spare: (await store.agents.live('spare')) !== undefined,
    version: live.version,
    versions: (await admin.agents.versions(agent, actor)).length,
    live: live.document,
    draft: draft && {
      rules: draft.document.rules.map(({ when }) => when),
      webhooks: draft.document.webhooks.map(({ name }) => name),
      conflicts: draft.conflicts,
    },
    knowledge: (await admin.knowledge.list(agent, actor)).map(({ name, sha256, passages }) => [name, sha256, passages]),
    bindings: { channel: await binding(door.channel), workspace: await binding(door.workspace) },
    roles: (await admin.roles.list(firstAccount)).map(({ person, role, agent }) => [nameOf(person), role, agent]),
    keys: (await admin.keys.list(firstAccount)).map(({ kind, agent, name, revokedAt }) => [
      kind,
      agent,
      name,
      revokedAt === null,
    ]),
    state: await store.people.state(orderKey(firstAccount, agent, door.uidOf('ben'))),
    audit: (await admin.audit.list(firstAccount, { limit: 100 }))
      .map(({ action, agent }) => (agent === null ? action : `${action} ${agent}`))
      .filter((line) => /guide|spare|role|key/.test(line))
      .reverse()
      // A form that comes in sections may be sent in as many changes.
      .filter((line, i, all) => line !== all[i - 1]),
    chain: (await admin.audit.verify(firstAccount)).every(({ broken }) => broken === undefined),
  }
}

/** What it is for every door. */
export const expectedDigest = {
  spare: false,
  version: 4,
  versions: 4,
  live: {
    scenarios: [
      {
        version: 1,
        id: 'book_table',
        title: 'Book a table',
        priority: 50,
        start: [{ match: { partial: ['book a table', '予約'] } }],
        policy: { digression: 'return' },
        first: 'ask',
        nodes: {
          ask: {
            say: 'For how many?',
            options: [
              { text: 'Two', goto: 'done', set: { guests: '2' } },
              { text: 'Four', goto: 'done', set: { guests: '4' } },
            ],
          },
          done: { say: 'A table for #{guests} is yours.', end: 'completed' },
        },
      },
    ],
    agent: {
      displayName: 'Guide of the house',
      description: 'Answers guests',
      photoUrl: '',
      providerName: '',
      scope: 'public',
      llmSettings: { llm: 'gpt-4o', temperature: 0.7, prompt: 'You are a kind guide.' },
      autoResponseSettings: { ruleBasedThresholdLevel: 2 },
      knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true } },
    },
    replies: {},
    webhooks: [
      {
        name: 'tickets',
        method: 'POST',
        url: 'https://example.com/tickets',
        authHeaders: [{ key: 'Authorization', value: '••••' }],
        trigger: { triggerType: 1, condition: 2, conditionValues: ['ticket', 'チケット'] },
        payload: { guests: '#{guests}' },
        isEnable: false,
      },
    ],
    rules: [
      {
        when: ['opening hours', 'when do you open'],
        say: 'We are open from 9 to 17.',
        options: ['Where are you?', 'Prices'],
      },
      { when: ['where are you'], say: ['In "Main Street" 5', '「本町」5番地 --agent'] },
    ],
  },
  draft: {
    rules: [['opening hours', 'when do you open'], ['where are you'], ['parking']],
    webhooks: [],
    conflicts: [],
  },
  knowledge: [['handbook.md', '6d9cdd3e718f5d11d879c2fbad94054a739343b202dcbe88b145ffb539ff58db', 1]],
  bindings: { channel: ['guide', 'thread'], workspace: ['guide', 'all'] },
  roles: [
    ['ann', 'owner', null],
    ['ben', 'admin', 'guide'],
    ['cleo', 'blocked', null],
  ],
  keys: [['agent', 'guide', 'Our site', true]],
  state: { language: '日本語' },
  audit: [
    'role.first',
    'agent.create guide',
    'agent.use guide',
    'role.set guide',
    'rule.add guide',
    'rule.remove guide',
    'draft.undo guide',
    'scenario.upload guide',
    'knowledge.add guide',
    'webhook.add guide',
    'webhook.edit guide',
    'webhook.toggle guide',
    'agent.edit guide',
    'agent.publish guide',
    'agent.rollback guide',
    'state.set guide',
    'key.issue guide',
    'agent.unuse guide',
    'agent.use guide',
    'role.set',
    'knowledge.add guide',
    'knowledge.remove guide',
    'agent.create spare',
    'agent.delete spare',
    'state.clear guide',
    'person.reset guide',
    'state.set guide',
    'rule.add guide',
    'webhook.remove guide',
  ],
  chain: true,
}
