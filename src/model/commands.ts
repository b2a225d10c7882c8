import type { CommandDescription, CommandGroup, Parameter } from './command.ts'

/** The table of `/agent`. What each does is in `src/admin/commands/`; every door shows it from here. */

const agent: Parameter = {
  name: 'agent',
  about: { en: 'Its id', ja: 'エージェントの ID' },
  kind: 'text',
  completes: true,
}
/** Of what is done in a place that has an agent: without it, that one. */
const ofAgent: Parameter = {
  ...agent,
  about: { en: 'The agent; without it, the one of this place', ja: 'エージェントの ID(省略時はこの場所のもの)' },
  optional: true,
  named: true,
}
const person: Parameter = {
  name: 'person',
  about: { en: 'Who; without it, yourself', ja: '対象の人(省略時は自分)' },
  kind: 'person',
  optional: true,
}

/** What stands outside of them is everybody's, or has to be found at once. */
export const commandGroups = [
  { name: 'agent', title: { en: 'Agents and their drafts', ja: 'エージェントと下書き' } },
  { name: 'rule', title: { en: 'Answers that are written down', ja: '決まった回答' } },
  { name: 'scenario', title: { en: 'Conversations that lead somewhere', ja: 'シナリオ' } },
  { name: 'knowledge', title: { en: 'Documents an agent knows', ja: 'ナレッジの文書' } },
  { name: 'tool', title: { en: 'What an agent calls elsewhere', ja: '外部の呼び出し' } },
  { name: 'place', title: { en: 'Where an agent answers', ja: 'エージェントが答える場所' } },
  { name: 'people', title: { en: 'Who may do what, and what is kept of people', ja: '利用者の役割と状態' } },
  {
    name: 'more',
    title: {
      en: 'Keys, usage, installations, and the log of changes',
      ja: 'API キー、利用状況、インストール先、変更の記録',
    },
  },
] as const satisfies readonly CommandGroup[]

export const commandTable = [
  {
    name: 'list',
    group: 'agent',
    summary: { en: 'List the agents', ja: 'エージェントの一覧' },
    parameters: [],
    may: 'admin',
  },
  {
    name: 'show',
    group: 'agent',
    summary: { en: 'Show an agent, with what needs attention', ja: 'エージェントの内容と注意点を表示' },
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'help',
    summary: { en: 'What there is, or how one command is used', ja: 'コマンドの一覧、または使い方' },
    parameters: [
      {
        name: 'command',
        about: { en: 'The command', ja: 'コマンド名' },
        kind: 'text',
        completes: true,
        optional: true,
        rest: true,
      },
    ],
    may: 'anyone',
  },
  {
    name: 'create',
    group: 'agent',
    summary: { en: 'Create an agent', ja: 'エージェントを作成' },
    parameters: [
      {
        ...agent,
        about: { en: 'Its new id; without it, one is made', ja: '新しい ID(省略時は自動)' },
        completes: false,
        optional: true,
      },
    ],
    may: 'admins',
  },
  {
    name: 'edit',
    group: 'agent',
    summary: { en: 'Edit the draft of an agent', ja: 'エージェントの下書きを編集' },
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'delete',
    group: 'agent',
    summary: { en: 'Delete an agent, with everything of it', ja: 'エージェントをすべて削除' },
    parameters: [agent],
    may: 'admin',
  },
  {
    name: 'use',
    group: 'place',
    summary: { en: 'Let an agent answer in this channel', ja: 'このチャンネルで使うエージェントを決める' },
    parameters: [
      agent,
      {
        name: 'mode',
        about: {
          en: 'Answer mentions, also in its threads, everything, or listen only',
          ja: 'メンションのみ、スレッドも、すべて、聞くだけ',
        },
        kind: 'choice',
        choices: ['mention', 'thread', 'all', 'listen'],
        optional: true,
      },
      {
        name: 'where',
        about: { en: 'This channel, or the whole workspace or server', ja: 'このチャンネル、またはワークスペース全体' },
        kind: 'choice',
        choices: ['channel', 'workspace'],
        optional: true,
        named: true,
      },
    ],
    may: 'admin',
  },
  {
    name: 'unuse',
    group: 'place',
    summary: { en: 'Take the agent away from this channel', ja: 'このチャンネルの割り当てを外す' },
    parameters: [
      {
        name: 'where',
        about: { en: 'This channel, or the whole workspace or server', ja: 'このチャンネル、またはワークスペース全体' },
        kind: 'choice',
        choices: ['channel', 'workspace'],
        optional: true,
        named: true,
      },
    ],
    may: 'admin',
  },
  {
    name: 'diff',
    group: 'agent',
    summary: { en: 'What publishing the draft would change', ja: '下書きと公開中の差分' },
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'publish',
    group: 'agent',
    summary: { en: 'Put the draft live', ja: '下書きを公開' },
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'versions',
    group: 'agent',
    summary: { en: 'The versions there were', ja: 'これまでのバージョン' },
    parameters: [{ ...ofAgent, named: false }],
    may: 'admin',
  },
  {
    name: 'rollback',
    group: 'agent',
    summary: { en: 'Put an earlier version live again', ja: '以前のバージョンに戻す' },
    parameters: [
      { name: 'version', about: { en: 'Its number', ja: 'バージョン番号' }, kind: 'number', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'test',
    group: 'agent',
    summary: { en: 'What the draft would answer, and why', ja: '下書きの回答と理由を試す' },
    parameters: [
      { name: 'utterance', about: { en: 'What somebody would say', ja: '発話' }, kind: 'text', rest: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'why',
    summary: { en: 'Why the last answer was as it was', ja: '直前の回答の理由' },
    parameters: [
      {
        name: 'turn',
        about: { en: 'The turn; without it, the last', ja: 'ターン(省略時は直前)' },
        kind: 'text',
        optional: true,
      },
    ],
    may: 'self',
  },
  {
    name: 'rule add',
    group: 'rule',
    summary: { en: 'Write an answer to what people say', ja: '発話に対する回答を追加' },
    parameters: [
      {
        name: 'when',
        about: { en: 'What people say; several apart by |', ja: '発話(複数は | で区切る)' },
        kind: 'text',
      },
      {
        name: 'say',
        about: { en: 'The answer; variants apart by |', ja: '回答(複数は | で区切る)' },
        kind: 'text',
        rest: true,
      },
      {
        name: 'options',
        about: { en: 'Quick replies, apart by |', ja: '選択肢(| で区切る)' },
        kind: 'text',
        optional: true,
        named: true,
      },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'rule remove',
    group: 'rule',
    summary: { en: 'Remove a rule', ja: 'ルールを削除' },
    parameters: [
      { name: 'number', about: { en: 'Its number in the list', ja: '一覧の番号' }, kind: 'number', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'rule list',
    group: 'rule',
    summary: { en: 'The rules, or those that hold some words', ja: 'ルールの一覧、または語での検索' },
    parameters: [
      {
        name: 'words',
        about: { en: 'Only rules with these words', ja: '含まれる語' },
        kind: 'text',
        optional: true,
        rest: true,
      },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'scenario list',
    group: 'scenario',
    summary: { en: 'The scenarios', ja: 'シナリオの一覧' },
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'scenario show',
    group: 'scenario',
    summary: { en: 'A scenario: its file, a drawing, and its checks', ja: 'シナリオのファイル、図、検査結果' },
    parameters: [
      { name: 'scenario', about: { en: 'Its id', ja: 'シナリオの ID' }, kind: 'text', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'scenario upload',
    group: 'scenario',
    summary: { en: 'Add a scenario from its file, or replace it', ja: 'ファイルからシナリオを追加・更新' },
    parameters: [{ name: 'file', about: { en: 'YAML', ja: 'YAML ファイル' }, kind: 'file' }, ofAgent],
    may: 'admin',
  },
  {
    name: 'scenario remove',
    group: 'scenario',
    summary: { en: 'Remove a scenario', ja: 'シナリオを削除' },
    parameters: [
      { name: 'scenario', about: { en: 'Its id', ja: 'シナリオの ID' }, kind: 'text', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'knowledge add',
    group: 'knowledge',
    summary: { en: 'Let an agent know documents', ja: 'ナレッジに文書を追加' },
    parameters: [
      {
        name: 'file',
        about: { en: 'Markdown, text, HTML, PDF or Word', ja: 'Markdown、テキスト、HTML、PDF、Word' },
        kind: 'file',
      },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'knowledge list',
    group: 'knowledge',
    summary: { en: 'What an agent knows', ja: 'ナレッジの一覧' },
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'knowledge remove',
    group: 'knowledge',
    summary: { en: 'Let an agent forget a document', ja: 'ナレッジから文書を削除' },
    parameters: [
      { name: 'source', about: { en: 'Its name', ja: '文書名' }, kind: 'text', completes: true, rest: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'knowledge search',
    group: 'knowledge',
    summary: { en: 'What an agent finds in what it knows', ja: 'ナレッジを検索' },
    parameters: [
      { name: 'words', about: { en: 'As somebody would ask', ja: '質問文' }, kind: 'text', rest: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'webhook list',
    group: 'tool',
    summary: { en: 'The webhooks, and how their calls went', ja: 'Webhook の一覧と結果' },
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'webhook add',
    group: 'tool',
    summary: { en: 'Add a webhook', ja: 'Webhook を追加' },
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'webhook edit',
    group: 'tool',
    summary: { en: 'Edit a webhook', ja: 'Webhook を編集' },
    parameters: [
      { name: 'webhook', about: { en: 'Its name', ja: 'Webhook 名' }, kind: 'text', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'webhook toggle',
    group: 'tool',
    summary: { en: 'Switch a webhook on or off', ja: 'Webhook の有効・無効を切り替え' },
    parameters: [
      { name: 'webhook', about: { en: 'Its name', ja: 'Webhook 名' }, kind: 'text', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'webhook remove',
    group: 'tool',
    summary: { en: 'Remove a webhook', ja: 'Webhook を削除' },
    parameters: [
      { name: 'webhook', about: { en: 'Its name', ja: 'Webhook 名' }, kind: 'text', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'webhook test',
    group: 'tool',
    summary: { en: 'Call a webhook now and show what came of it', ja: 'Webhook を今すぐ呼び出して結果を表示' },
    parameters: [
      { name: 'webhook', about: { en: 'Its name', ja: 'Webhook 名' }, kind: 'text', completes: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'webhook log',
    group: 'tool',
    summary: { en: 'The last calls, those given up too', ja: '最近の呼び出し(失敗を含む)' },
    parameters: [ofAgent],
    may: 'admin',
  },
  {
    name: 'key issue',
    group: 'more',
    summary: { en: 'Issue an API key; it is shown once', ja: 'API キーを発行(表示は一度だけ)' },
    parameters: [
      {
        name: 'kind',
        about: { en: 'For one agent, for conversations, or for management', ja: 'エージェント用、会話用、管理用' },
        kind: 'choice',
        choices: ['agent', 'conversation', 'management'],
      },
      { name: 'name', about: { en: 'What it is for', ja: '用途' }, kind: 'text', rest: true },
      ofAgent,
    ],
    may: 'admins',
  },
  {
    name: 'key list',
    group: 'more',
    summary: { en: 'The API keys', ja: 'API キーの一覧' },
    parameters: [],
    may: 'admins',
  },
  {
    name: 'key revoke',
    group: 'more',
    summary: { en: 'Revoke an API key', ja: 'API キーを失効' },
    parameters: [{ name: 'key', about: { en: 'Its id', ja: 'キーの ID' }, kind: 'text', completes: true }],
    may: 'admins',
  },
  {
    name: 'usage',
    group: 'more',
    summary: { en: 'What was used this month', ja: '今月の利用状況' },
    parameters: [],
    may: 'admins',
  },
  {
    name: 'state show',
    group: 'people',
    summary: { en: 'What an agent keeps of a person', ja: '利用者の状態を表示' },
    parameters: [person, ofAgent],
    may: 'self',
  },
  {
    name: 'state set',
    group: 'people',
    summary: { en: 'Set what an agent keeps of a person', ja: '利用者の状態を設定' },
    parameters: [
      { name: 'key', about: { en: 'The name of the value', ja: 'キー' }, kind: 'text' },
      { name: 'value', about: { en: 'The value', ja: '値' }, kind: 'text', rest: true },
      { ...person, named: true },
      ofAgent,
    ],
    may: 'admin',
  },
  {
    name: 'state clear',
    group: 'people',
    summary: { en: 'Forget what an agent keeps of a person', ja: '利用者の状態を消去' },
    parameters: [person, ofAgent],
    may: 'admin',
  },
  {
    name: 'reset',
    summary: {
      en: 'Begin anew with an agent: memory, scenario and state',
      ja: '会話の記憶・シナリオ・状態を消して最初から',
    },
    parameters: [person, ofAgent],
    may: 'self',
  },
  {
    name: 'role add',
    group: 'people',
    summary: { en: 'Make somebody owner or admin, or block them', ja: '役割を与える' },
    parameters: [
      { ...person, about: { en: 'Who', ja: '対象の人' }, optional: false },
      {
        name: 'role',
        about: { en: 'What they become', ja: '役割' },
        kind: 'choice',
        choices: ['owner', 'admin', 'member', 'blocked'],
      },
      { ...ofAgent, about: { en: 'Admin of this agent only', ja: 'このエージェントだけの管理者' } },
    ],
    may: 'owner',
  },
  {
    name: 'role remove',
    group: 'people',
    summary: { en: 'Take somebody’s roles away', ja: '役割を外す' },
    parameters: [
      { ...person, about: { en: 'Who', ja: '対象の人' }, optional: false },
      { ...ofAgent, about: { en: 'Only that of this agent', ja: 'このエージェントの役割だけ' } },
    ],
    may: 'owner',
  },
  {
    name: 'role list',
    group: 'people',
    summary: { en: 'Who has which role', ja: '役割の一覧' },
    parameters: [],
    may: 'admins',
  },
  {
    name: 'installations',
    group: 'more',
    summary: { en: 'Where the app is installed, and what waits for approval', ja: 'インストール先と承認待ちの一覧' },
    parameters: [
      {
        name: 'installation',
        about: { en: 'Only this one, by its id', ja: '対象の ID' },
        kind: 'text',
        completes: true,
        optional: true,
        rest: true,
      },
    ],
    may: 'owner',
  },
  {
    name: 'audit',
    group: 'more',
    summary: { en: 'Who changed what, the last first', ja: '変更の記録(新しい順)' },
    parameters: [ofAgent],
    may: 'admins',
  },
  {
    name: 'pause',
    summary: { en: 'Stop all agents at once', ja: 'すべてのエージェントを一時停止' },
    parameters: [
      {
        name: 'why',
        about: { en: 'Told to people whose messages wait', ja: '待っている人に伝える理由' },
        kind: 'text',
        optional: true,
        rest: true,
      },
    ],
    may: 'owner',
  },
  {
    name: 'resume',
    summary: { en: 'Let all agents go on', ja: '一時停止を終えて再開' },
    parameters: [],
    may: 'owner',
  },
] as const satisfies readonly (CommandDescription & { group?: (typeof commandGroups)[number]['name'] })[]

export type CommandName = (typeof commandTable)[number]['name']

/**
 * A command's two words where commands stand in groups: `agent list`, `rule add`, `tool webhook-add`; one word for those that stand
 * outside of them.
 */
export function groupedName({ name, group }: Pick<CommandDescription, 'name' | 'group'>): string {
  if (group === undefined || name.startsWith(`${group} `)) return name
  return `${group} ${name.replace(' ', '-')}`
}
