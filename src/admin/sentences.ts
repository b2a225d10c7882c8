import { AppError, type Fault } from '../errors.ts'

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
    { faults: [{ path: 'agent.id', message: 'is taken' }] },
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

export const editedMeanwhile = () =>
  new AppError(
    'edited_meanwhile',
    {
      en: 'Others keep changing this agent at the same time. Nothing was changed; please try again.',
      ja: '他の人が同時にこのエージェントを変更しています。何も変更されていません。もう一度お試しください。',
    },
    { status: 503, retryAfterMs: 1000 },
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
