import type { Document } from 'yaml'

type Path = (string | number)[]

/** One thing put wrong in a clean scenario, and the one finding it must give. */
export interface Mutation {
  code: string
  change(file: Document): void
  /** Stands on the line that is named. */
  at: string
  key: string
  /** A part of the message. */
  says: string
  severity?: 'warning'
  /** In place of `book-room`. */
  file?: string
  /** What one cannot help putting wrong at the same time. */
  also?: string[]
}

const set = (path: Path, value: unknown) => (file: Document) => file.setIn(path, file.createNode(value))
const remove = (path: Path) => (file: Document) => void file.deleteIn(path)
const all =
  (...changes: ((file: Document) => void)[]) =>
  (file: Document) => {
    for (const change of changes) change(file)
  }
/** Changes a text. */
const edit = (path: Path, from: string, to: string) => (file: Document) => {
  const text = file.getIn(path)
  if (typeof text !== 'string' || !text.includes(from)) throw new Error(`${path.join('.')} does not hold ${from}`)
  file.setIn(path, text.replace(from, to))
}
const nodes = (...path: Path): Path => ['nodes', ...path]
/** The one expression of the clean file. */
const regex = (source: string): Pick<Mutation, 'change' | 'at' | 'key'> => ({
  change: all(
    set(nodes('ask_time', 'on', 0, 'match', 'regex'), source),
    set(nodes('ask_time', 'on', 0, 'set', 'time'), 'noon'),
  ),
  at: 'regex:',
  key: 'nodes.ask_time.on[0].match.regex',
})
const dangling = (path: Path, key: string, at: string): Mutation => ({
  code: 'S002',
  change: set(path, 'elsewhere'),
  at,
  key,
  says: 'leads to elsewhere, which is not a node. Write the node, or lead elsewhere.',
  also: ['S003'],
})

const structure: Mutation[] = [
  {
    code: 'S001',
    change: set(['first'], 'ask_flor'),
    at: 'first: ask_flor',
    key: 'first',
    says: 'is ask_flor, which is not a node; did you mean ask_floor?',
  },
  dangling(nodes('ask_floor', 'options', 1, 'goto'), 'nodes.ask_floor.options[1].goto', '2F'),
  dangling(nodes('ask_time', 'on', 1, 'goto'), 'nodes.ask_time.on[1].goto', 'goto: elsewhere'),
  dangling(nodes('ask_time', 'timeout', 'goto'), 'nodes.ask_time.timeout.goto', 'after: 10m'),
  dangling(nodes('check', 'on', 2, 'else'), 'nodes.check.on[2].else', '- else: elsewhere'),
  dangling(nodes('suggest', 'goto'), 'nodes.suggest.goto', 'suggest: {'),
  dangling(['policy', 'cancel', 'goto'], 'policy.cancel.goto', 'cancel: {'),
  dangling(['policy', 'timeout', 'goto'], 'policy.timeout.goto', 'after: 30m'),
  dangling(['policy', 'reprompt', 'goto'], 'policy.reprompt.goto', 'max: 2'),
  {
    ...dangling(nodes('ask_contact', 'collect', 'goto'), 'nodes.ask_contact.collect.goto', 'collect: {'),
    file: 'human-handoff',
  },
  {
    code: 'S003',
    severity: 'warning',
    change: set(nodes('ask_time', 'on', 1, 'goto'), 'check'),
    at: 'suggest: {',
    key: 'nodes.suggest',
    says: 'nothing leads to',
  },
  {
    code: 'S004',
    change: remove(nodes('suggest', 'goto')),
    at: 'suggest: {',
    key: 'nodes.suggest',
    says: 'is a dead end',
  },
  {
    code: 'S004',
    change: remove(nodes('busy', 'options', 0, 'goto')),
    at: 'Another time',
    key: 'nodes.busy.options[0]',
    says: 'leads nowhere when it is chosen',
  },
  {
    code: 'S005',
    change: set(nodes('done', 'goto'), 'ask_floor'),
    at: 'goto: ask_floor',
    key: 'nodes.done.goto',
    says: 'because the node has an `end`',
  },
  {
    code: 'S006',
    change: set(nodes('ask_time', 'goto'), 'suggest'),
    at: 'goto: suggest',
    key: 'nodes.ask_time.goto',
    says: 'jumps on from a node that waits',
  },
  {
    code: 'S006',
    change: set(nodes('check', 'options'), [{ text: 'Another one', goto: 'busy' }]),
    at: 'options:',
    key: 'nodes.check.options',
    says: 'a node with a webhook goes on at once',
  },
  {
    code: 'S016',
    change: set(nodes('suggest', 'goto'), 'suggest'),
    at: 'suggest: {',
    key: 'nodes.suggest',
    says: 'comes back to itself without asking anything',
    also: ['S017'],
  },
  {
    code: 'S016',
    change: all(set(nodes('check', 'on', 0, 'goto'), 'suggest'), set(nodes('suggest', 'goto'), 'check')),
    at: 'suggest: {',
    key: 'nodes.suggest',
    says: 'comes back to itself (by check) without asking anything',
  },
  {
    code: 'S017',
    change: all(remove(nodes('noted', 'end')), set(nodes('noted', 'goto'), 'ask_contact')),
    file: 'human-handoff',
    at: 'ask_contact:',
    key: 'nodes.ask_contact',
    says: 'has no way to an end: a person who comes here never gets out. Lead from it to a node with `end`. Nor has noted.',
  },
]

const choices: Mutation[] = [
  {
    code: 'S007',
    change: set(nodes('ask_time', 'select'), true),
    at: 'select: true',
    key: 'nodes.ask_time.select',
    says: 'wants one of the options, but the node has none',
  },
  {
    code: 'S012',
    change: set(nodes('busy', 'options', 1, 'text'), 'ＡＮＯＴＨＥＲ  Time'),
    at: 'ＡＮＯＴＨＥＲ',
    key: 'nodes.busy.options[1].text',
    says: 'cannot be chosen',
  },
  {
    code: 'S020',
    severity: 'warning',
    change: set(nodes('busy', 'options', 0, 'text'), 'x'.repeat(76)),
    at: 'xxx',
    key: 'nodes.busy.options[0].text',
    says: 'has 76 characters: Slack shows 75 of a button.',
  },
  {
    code: 'S020',
    severity: 'warning',
    change: set(
      nodes('busy', 'options'),
      Array.from({ length: 26 }, (_, i) => ({ text: `Choice ${i}`, goto: i === 0 ? 'ask_time' : 'cancelled' })),
    ),
    at: 'options:',
    key: 'nodes.busy.options',
    says: 'are 26: Slack begins another block after 25, Discord has room for 25 buttons, Microsoft Teams shows more than 6',
  },
]

const webhooks: Mutation[] = [
  {
    code: 'S008',
    change: set(nodes('check', 'webhook'), 'room_serch'),
    at: 'webhook: room_serch',
    key: 'nodes.check.webhook',
    says: 'which is not a webhook of this agent; did you mean room_search?',
  },
  {
    code: 'S009',
    change: all(remove(nodes('check', 'on', 2)), set(nodes('suggest', 'goto'), 'busy')),
    at: 'on:',
    key: 'nodes.check.on',
    says: 'End it with { else: … }',
  },
  {
    code: 'S010',
    severity: 'warning',
    change: remove(nodes('check', 'on', 0)),
    at: 'webhook: room_search',
    key: 'nodes.check.webhook',
    says: 'Begin `on` with { match: { webhook: error }, goto: … }',
  },
  {
    code: 'S010',
    severity: 'warning',
    change: all(
      set(nodes('check', 'on', 0, 'match'), { state: 'free', op: 'eq', value: 'false' }),
      set(nodes('check', 'on', 1, 'match'), { webhook: 'error' }),
    ),
    at: 'match: { state: free',
    key: 'nodes.check.on[0]',
    says: 'looks at what the webhook saves before it is known whether it failed',
  },
  {
    code: 'S013',
    change: set(nodes('handoff', 'end', 'jump'), 'human_handof'),
    at: 'handoff: {',
    key: 'nodes.handoff.end.jump',
    says: 'did you mean human_handoff?',
  },
  {
    code: 'S021',
    change: set(['id'], 'book_room'),
    file: 'human-handoff',
    at: 'id: book_room',
    key: 'id',
    says: 'as in',
    also: ['S013'],
  },
]

const transitions: Mutation[] = [
  {
    code: 'S011',
    change: set(nodes('check', 'on', 3), { match: { webhook: 'ok' }, goto: 'busy' }),
    at: '- match:',
    key: 'nodes.check.on[3]',
    says: 'is never tried, because `else` above it always fits',
  },
  {
    code: 'S011',
    change: set(nodes('ask_time', 'on', 0, 'match'), { any: true }),
    at: '- match:',
    key: 'nodes.ask_time.on[1]',
    says: 'is never tried, because `any` above it always fits',
    also: ['S022', 'S022'],
  },
  { code: 'S014', ...regex('([0-9'), says: 'is not a regular expression of RE2 syntax (' },
  { code: 'S014', ...regex('\\u3042'), says: 'Write a character by its number as \\x{3042}.' },
  { code: 'S014', ...regex('^.{0,999}:.{0,999}$'), says: 'is too large: it comes to ' },
  { code: 'S015', ...regex('(\\d+)(?=:)'), says: 'name the part that is wanted' },
  { code: 'S015', ...regex('(?!no).+'), says: 'before this one' },
  { code: 'S015', ...regex('(\\d)\\1'), says: 'refers back to a group' },
  { code: 'S015', ...regex('(?>a+)'), says: 'leave it out' },
  { code: 'S015', severity: 'warning', ...regex('\\d*'), says: 'fits every utterance' },
  {
    code: 'S022',
    change: edit(nodes('ask_time', 'on', 0, 'set', 'time'), 'match.m', 'match.min'),
    at: 'match.min',
    key: 'nodes.ask_time.on[0].set.time',
    says: '@{match.min}',
  },
  {
    code: 'S022',
    change: set(nodes('busy', 'say'), 'Nothing at @{match.h}.'),
    at: 'Nothing at',
    key: 'nodes.busy.say',
    says: '@{match.h}',
  },
  {
    code: 'S023',
    severity: 'warning',
    change: set(nodes('suggest', 'timeout'), { after: '1m', goto: 'expired' }),
    at: 'timeout:',
    key: 'nodes.suggest.timeout',
    says: 'has no effect here: the node does not wait for an answer.',
  },
  {
    code: 'S023',
    severity: 'warning',
    change: set(nodes('busy', 'save'), { room: '$.room' }),
    at: 'save:',
    key: 'nodes.busy.save',
    says: 'the node calls no webhook',
  },
]

const slots: Mutation[] = [
  {
    code: 'S028',
    change: set(['keep'], ['flor']),
    at: 'flor',
    key: 'keep[0]',
    says: 'names flor, which is not a slot of this scenario. Declare it under `slots`.',
  },
  {
    code: 'S029',
    change: set(nodes('suggest', 'do'), 'ask_time'),
    at: 'suggest:',
    key: 'nodes.suggest.do',
    says: 'has no meaning without `while`',
  },
  {
    code: 'S022',
    severity: 'warning',
    change: set(['start', 0, 'match'], { regex: 'book on floor (?<floor>\\d)' }),
    at: 'regex:',
    key: 'start[0].match.regex',
    says: 'has a group (?<floor>…) that fills nothing',
  },
]

const useless: Mutation[] = [
  {
    code: 'S011',
    change: all(
      set(nodes('ask_contact', 'on'), [{ match: { exact: 'none' }, goto: 'noted' }, { else: 'noted' }]),
      edit(nodes('noted', 'say'), '#{contact}', 'you'),
    ),
    file: 'human-handoff',
    at: 'collect: {',
    key: 'nodes.ask_contact.collect',
    says: 'because `else` in `on` always fits',
  },
  {
    code: 'S023',
    severity: 'warning',
    change: set(nodes('ask_contact', 'reprompt'), 'Please tell us.'),
    file: 'human-handoff',
    at: 'reprompt: Please',
    key: 'nodes.ask_contact.reprompt',
    says: 'whatever is said leads on',
  },
  {
    code: 'S023',
    severity: 'warning',
    change: set(nodes('ask_time', 'reprompt'), 'Please tell us.'),
    at: 'reprompt: Please',
    key: 'nodes.ask_time.reprompt',
    says: 'the node has no `select`, and `digression` is not `stay`',
  },
  {
    code: 'S023',
    severity: 'warning',
    change: set(['policy'], { reprompt: { max: 2, goto: 'noted' } }),
    file: 'human-handoff',
    at: 'reprompt:',
    key: 'policy.reprompt',
    says: 'no node asks again',
  },
  {
    code: 'S023',
    severity: 'warning',
    change: set(nodes('busy', 'on'), [{ else: 'cancelled' }]),
    at: 'select: true',
    key: 'nodes.busy.select',
    says: 'whatever is said leads on',
  },
]

const words: Mutation[] = [
  {
    code: 'S018',
    severity: 'warning',
    change: edit(nodes('busy', 'say'), '#{floor}', '#{flor}'),
    at: '#{flor}',
    key: 'nodes.busy.say',
    says: 'reads flor of the state, which nothing sets; did you mean floor?',
  },
  {
    code: 'S018',
    severity: 'warning',
    change: set(nodes('check', 'on', 1, 'match', 'state'), 'fre'),
    at: 'state: fre',
    key: 'nodes.check.on[1].match.state',
    says: 'did you mean free?',
  },
  {
    code: 'S019',
    severity: 'warning',
    change: all(set(['priority'], 60), set(['start', 0, 'match', 'exact', 1], 'Book a room!')),
    file: 'human-handoff',
    at: 'partial: [',
    key: 'start[0].match.partial[0]',
    says: '"book a room" starts human_handoff, which has the priority 60.',
  },
  {
    code: 'S019',
    severity: 'warning',
    change: set(['start', 3], { match: { exact: 'Book a room, please' } }),
    at: 'Book a room, please',
    key: 'start[3].match.exact',
    says: 'is heard by start[0].match first',
  },
  {
    code: 'S019',
    severity: 'warning',
    change: set(['start', 0, 'match', 'exact', 1], 'When do you open?'),
    file: 'human-handoff',
    at: '- match:',
    key: 'start[0].match',
    says: 'starts the scenario where a rule should answer: "when do you open".',
  },
  {
    code: 'S019',
    severity: 'warning',
    change: set(nodes('busy', 'options', 0, 'text'), 'CANCEL'),
    at: 'CANCEL',
    key: 'nodes.busy.options[0].text',
    says: '"CANCEL" cancels the scenario before it is heard here.',
  },
  {
    code: 'S019',
    severity: 'warning',
    change: all(
      remove(nodes('ask_time', 'on', 0, 'set')),
      set(nodes('ask_time', 'on', 0, 'match'), { partial: '午前' }),
      set(nodes('ask_time', 'on', 1, 'match'), { exact: ['後で', '午前中'] }),
    ),
    at: '午前中',
    key: 'nodes.ask_time.on[1].match.exact[1]',
    says: '"午前中" is heard by nodes.ask_time.on[0].match first.',
    also: ['S018'],
  },
]

const urls = [
  ['url', 'floors.html'],
  ['url', 'javascript:alert(1)'],
  ['url', 'https://#{room}.example.com/'],
  ['imageUrl', '#{room}'],
].map(
  ([key = '', url = '']): Mutation => ({
    code: 'S024',
    change: set(nodes('busy', key), url),
    at: url,
    key: `nodes.busy.${key}`,
    says: 'is not a URL like https://example.com/rooms/#{room}',
  }),
)

const declared: Mutation[] = [
  {
    code: 'S025',
    change: set(nodes('done', 'set'), { badge: 'B1' }),
    at: 'badge',
    key: 'nodes.done.set.badge',
    says: 'is written by a scenario, and agent.yaml lets only admin write badge.',
  },
  {
    code: 'S025',
    change: set(nodes('done', 'unset'), 'badge'),
    at: 'badge',
    key: 'nodes.done.unset',
    says: 'is written by a scenario',
  },
  {
    code: 'S025',
    change: set(nodes('busy', 'say'), '#{badge:B1}Nothing.'),
    at: 'badge',
    key: 'nodes.busy.say',
    says: 'is written by a scenario',
  },
  {
    code: 'S025',
    change: set(nodes('check', 'save', 'badge'), '$.badge'),
    at: 'badge',
    key: 'nodes.check.save.badge',
    says: 'is written by a webhook',
  },
  {
    code: 'S026',
    severity: 'warning',
    change: set(['guard'], [{ state: 'username' }, { state: 'mood' }]),
    at: 'mood',
    key: 'guard[1].state',
    says: 'goes by mood, which the prompt has the model write',
  },
  {
    code: 'S027',
    change: set(nodes('check', 'on', 1, 'match', 'value'), 'yes'),
    at: 'value: yes',
    key: 'nodes.check.on[1].match.state',
    says: 'compares free with what it never is: agent.yaml lets it have true or false.',
  },
  {
    code: 'S027',
    severity: 'warning',
    change: all(
      set(nodes('check', 'on', 1, 'match', 'op'), 'ne'),
      set(nodes('check', 'on', 1, 'match', 'value'), 'yes'),
    ),
    at: 'value: yes',
    key: 'nodes.check.on[1].match.state',
    says: 'compares free with what it never is',
  },
  {
    code: 'S027',
    change: set(nodes('ask_floor', 'options', 1, 'set', 'floor'), '9'),
    at: 'floor: "9"',
    key: 'nodes.ask_floor.options[1].set.floor',
    says: 'is no value that agent.yaml lets floor have: 1, 2.',
  },
]

const spelling: Mutation[] = [
  {
    code: 'S000',
    change: set(nodes('suggest', 'say'), { english: 'Mornings.' }),
    at: 'english: Mornings.',
    key: 'nodes.suggest.say.english',
    says: 'must be a language like en, ja or zh-Hant',
  },
  {
    code: 'S000',
    change: set(nodes('suggest', 'say'), {}),
    at: 'suggest: {',
    key: 'nodes.suggest.say',
    says: 'must hold a text for at least one language',
  },
  {
    code: 'S000',
    change: set(nodes('suggest', 'optoins'), []),
    at: 'suggest: {',
    key: 'nodes.suggest.optoins',
    says: 'is not known here; did you mean options?',
  },
  {
    code: 'S000',
    change: all(set(nodes('check', 'on', 2, 'esle'), 'busy'), remove(nodes('check', 'on', 2, 'else'))),
    at: 'esle: busy',
    key: 'nodes.check.on[2].esle',
    says: 'is not known here; did you mean else?',
  },
  {
    code: 'S000',
    change: set(['start', 0, 'match'], { partail: ['book a room'] }),
    at: 'partail:',
    key: 'start[0].match.partail',
    says: 'is not known here; did you mean partial?',
  },
  {
    code: 'S000',
    change: set(nodes('done', 'end'), 'complete'),
    at: 'end: complete',
    key: 'nodes.done.end',
    says: 'did you mean completed?',
  },
]

export const mutations = [
  ...structure,
  ...choices,
  ...webhooks,
  ...transitions,
  ...slots,
  ...useless,
  ...words,
  ...urls,
  ...declared,
  ...spelling,
]
