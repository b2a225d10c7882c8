import { counted, number } from '../../../../lib/counts.ts'
import { plain } from '../../../../lib/quoting.ts'

export const budgets = {
  set: (whose: string, most: string, period: string, limit: string) =>
    `From now on ${whose} may use ${most} ${period}. At 80 % the owners are told; owners themselves are never kept out. \`${limit}\` lists all limits.`,
  removed: (whose: string, period: string) => `The limit ${period} of ${whose} is gone.`,
  none: (limit: string) =>
    `There are no limits. Set one with \`${limit} 5 money day agent\`, or \`${limit} 50 answers day person\`.`,
  all: '**Limits**',
  budget: (whose: string, most: string, period: string, used: string | undefined) =>
    `- ${whose}: ${most} ${period}${used === undefined ? '' : `; ${used} used by now`}`,
  thisMonth: (money: string, calls: number) =>
    `Models have cost **${money}** this month, in ${counted('en', calls, { one: '# call', other: '# calls' })}.`,
  line: (agent: string, model: string, calls: number, money: string | undefined) =>
    `- ${agent === '' ? 'knowledge' : `\`${agent}\``}, ${plain(model)}: ${money ?? 'price unknown'}, ${counted('en', calls, { one: '# call', other: '# calls' })}`,
  unpriced: (models: readonly string[]) =>
    `⚠️ Nobody wrote down what these cost, so it is not in the sum: ${models.map((model) => plain(model)).join(', ')}. Their prices belong into models.yaml.`,
  whatIf: (
    limit: { whose: string; most: string; period: string },
    of: { was: string; wouldHaveBeen: string; reached: number; of: number },
  ) =>
    `Had ${limit.whose} been held to ${limit.most} ${limit.period}, this month would have come to **${of.wouldHaveBeen}** instead of ${of.was}. ${of.reached === 0 ? 'Nobody would have met the limit.' : `The limit would have been met ${counted('en', of.reached, { one: 'once', other: '# times' })}.`}`,
  tokens: (count: number) => counted('en', count, { one: '# token', other: '# tokens' }),
  answers: (count: number) => counted('en', count, { one: '# answer', other: '# answers' }),
  period: { minute: 'a minute', day: 'a day', month: 'a month' },
  each: {
    person: 'each person',
    role: 'each role',
    channel: 'each channel',
    key: 'each API key',
    server: 'each workspace or server',
    tool: 'each tool',
    agent: 'each agent',
    account: 'the whole account',
  },
  one: {
    person: (name: string) => name,
    role: (name: string) => `the role ${plain(name)}, all together,`,
    channel: (name: string) => `the channel ${plain(name)}`,
    key: (name: string) => `the API key ${plain(name)}`,
    server: (name: string) => `the workspace or server ${plain(name)}`,
    tool: (name: string) => `the tool \`${name}\``,
    agent: (name: string) => `the agent \`${name}\``,
    account: (_: string) => 'the whole account',
  },
  near: (whose: string, used: string, most: string, period: string) =>
    `⚠️ ${used} of ${most} ${period} are used, by ${whose}. Whoever would come over it is told when it goes on;`,
  limitChanges: (limit: string) => ` \`${limit}\` changes that.`,
  planSaysSo: ' the plan of the account says so, and whoever runs Parley changes it.',
  roles: '`which` must be `admin`, `member` or `guest`: what people are to agents.',
  nowhere: 'There is no such place here: say which one, or use this in the channel.',
  amount: (max: number) =>
    `\`most\` must be a number from 0 to ${number('en', max)}, without decimals unless it is money, or \`none\` to take the limit away.`,
}
