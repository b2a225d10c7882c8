import { AppError, type Fault } from '../lib/errors.ts'

/** What admins hear, through whichever door. */

export const invalidRequest = (faults: readonly Fault[]) =>
  new AppError(
    'invalid_request',
    {
      en: 'The request has faults. `errors` names each of them.',
      ja: 'リクエストに誤りがあります。詳細は `errors` をご覧ください。',
    },
    { faults },
  )

export const invalidAgentId = () =>
  new AppError('invalid_agent_id', {
    en: 'An agent id has 3 to 64 characters of A-Z, a-z, 0-9, _ and -, and begins with a letter or digit.',
    ja: 'エージェントIDは、英数字で始まる3〜64文字の英数字、_、- です。',
  })

export const agentAlreadyExists = () =>
  new AppError(
    'agent_already_exists',
    {
      en: 'There is an agent with this id already. Choose another, or leave it out to get one made.',
      ja: 'このIDのエージェントは既に存在します。別のIDを選ぶか、省略して自動生成してください。',
    },
    { faults: [{ path: 'agent.id', message: 'is taken: choose another, or leave it out to get one made' }] },
  )

export const agentNotFound = () =>
  new AppError(
    'agent_not_found',
    { en: 'There is no agent with this id.', ja: 'このIDのエージェントはありません。' },
    { status: 404 },
  )

export const forbidden = () =>
  new AppError(
    'forbidden',
    { en: 'This agent belongs to another account.', ja: 'このエージェントは別のアカウントのものです。' },
    { status: 403 },
  )

export const firstAgentRequired = () =>
  new AppError(
    'first_agent_required',
    {
      en: 'This interface is for accounts that have made an agent before. Make the first one in the console, with `/agent create` in chat, or in a folder of config/agents.',
      ja: 'この API は、エージェントを作成済みのアカウントでのみ利用できます。最初のエージェントは、コンソール、チャットの `/agent create`、または config/agents のフォルダーで作成してください。',
    },
    { status: 403 },
  )

const limitExceeded = (what: string, ja: string) => (limit: number) =>
  new AppError(`${what}_limit_exceeded`, {
    en: `The account's plan allows ${limit} ${what}${limit === 1 ? '' : 's'}. Delete one, or ask the operator for a larger plan.`,
    ja: `アカウントのプランで作成できる${ja}は${limit}個までです。不要なものを削除するか、プランの変更を管理者に依頼してください。`,
  })
export const agentLimitExceeded = limitExceeded('agent', 'エージェント')
export const webhookLimitExceeded = limitExceeded('webhook', 'Webhook')
export const scenarioLimitExceeded = limitExceeded('scenario', 'シナリオ')

export const editedMeanwhile = () =>
  new AppError(
    'edited_meanwhile',
    {
      en: 'Others keep changing this agent at the same time. Nothing was changed; please try again.',
      ja: '他の人が同時にこのエージェントを変更しています。何も変更されていません。もう一度お試しください。',
    },
    { status: 503, retryAfterMs: 1000 },
  )

export const accountEditedMeanwhile = () =>
  new AppError(
    'edited_meanwhile',
    {
      en: 'Others keep changing things in this account at the same time. Nothing was changed; please try again.',
      ja: '他の人が同時にこのアカウントを変更しています。何も変更されていません。もう一度お試しください。',
    },
    { status: 503, retryAfterMs: 1000 },
  )

const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const doneAlready = (at: number) =>
  new AppError(
    'done_already',
    {
      en: `This was done already, at ${moment(at)}. Nothing was changed again.`,
      ja: `この操作は ${moment(at)} に実行済みです。変更はありません。`,
    },
    { status: 409 },
  )

export const changedSince = () =>
  new AppError(
    'changed_since',
    {
      en: 'This was changed by somebody since. Nothing was changed now; look at how it is and try again.',
      ja: 'その後、別の変更が行われています。今回は何も変更していません。現在の内容を確認して、もう一度お試しください。',
    },
    { status: 409 },
  )

export const lastOwner = () =>
  new AppError(
    'last_owner',
    {
      en: 'They are the last owner, and an account needs one. Make somebody else owner first.',
      ja: '最後の所有者のため変更できません。先に別の人を所有者にしてください。',
    },
    { status: 409 },
  )

export const noDraft = () =>
  new AppError(
    'no_draft',
    { en: 'This agent has no draft.', ja: 'このエージェントに下書きはありません。' },
    { status: 404 },
  )

export const nothingToPublish = () =>
  new AppError(
    'nothing_to_publish',
    {
      en: 'There is nothing to publish: what is live says the same.',
      ja: '公開する変更はありません。公開中の内容と同じです。',
    },
    { status: 409 },
  )

export const draftConflicts = (faults: readonly Fault[]) =>
  new AppError(
    'draft_conflicts',
    {
      en: 'What is live was changed since in the same places as the draft. Edit these, or choose which of the two stays.',
      ja: '下書きと同じ箇所が、公開中の内容でも変更されています。該当箇所を編集するか、どちらを残すか選んでください。',
    },
    { status: 409, faults },
  )

export const versionNotFound = (version: number) =>
  new AppError(
    'version_not_found',
    {
      en: `The agent has no version ${version}. \`versions\` lists those there are.`,
      ja: `バージョン ${version} はありません。\`versions\` で一覧を確認できます。`,
    },
    { status: 404 },
  )

export const keyNotFound = () =>
  new AppError(
    'key_not_found',
    { en: 'There is no key with this id.', ja: 'このIDのキーはありません。' },
    { status: 404 },
  )

export const invalidKeyName = (max: number) =>
  new AppError('invalid_key_name', {
    en: `The name of a key has 1 to ${max} characters.`,
    ja: `キーの名前は1〜${max}文字です。`,
  })

export const accountNotFound = () =>
  new AppError(
    'account_not_found',
    { en: 'There is no account with this id.', ja: 'このIDのアカウントはありません。' },
    { status: 404 },
  )

export const installationNotFound = (id: string) =>
  new AppError(
    'installation_not_found',
    {
      en: `Nobody has installed the app in \`${id}\`. \`installations\` lists where it is.`,
      ja: `\`${id}\` にはアプリがインストールされていません。\`installations\` で一覧を確認できます。`,
    },
    { status: 404 },
  )

export const decidedAlready = () =>
  new AppError(
    'changed_since',
    {
      en: 'Somebody else has decided that in the meantime. `installations` shows what.',
      ja: 'その間に別の人が決定しました。`installations` で結果を確認してください。',
    },
    { status: 409 },
  )

export const accountAlreadyExists = () =>
  new AppError(
    'account_already_exists',
    {
      en: 'There is an account with this id already. Choose another, or leave it out to get one made.',
      ja: 'このIDのアカウントは既に存在します。別のIDを選ぶか、省略して自動生成してください。',
    },
    { faults: [{ path: 'uid', message: 'is taken' }] },
  )

export const planNotFound = (names: readonly string[]) =>
  new AppError('plan_not_found', {
    en: `There is no plan of this name. The plans are ${names.join(', ')}.`,
    ja: `この名前のプランはありません。利用できるプラン: ${names.join(', ')}`,
  })
