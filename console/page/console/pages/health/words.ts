import { locale } from '../../shared/strings.ts'

const en = {
  title: 'Health',
  well: 'Everything works.',
  wrong: (n: number) => (n === 1 ? 'One thing does not work:' : `${n} things do not work:`),
  platforms: 'Platforms',
  noPlatforms: 'None is connected. parley init connects one.',
  up: 'works',
  down: 'does not work',
  waiting: 'What waits',
  messages: 'Messages without their whole answer',
  webhooks: 'Webhook calls that are to go out',
  dead: 'Webhook calls that were given up',
  oldest: (time: string) => `the oldest for ${time}`,
  running: 'Answers being written',
  noDatabase: 'The database does not answer.',
  refusing: 'Places that refuse answers',
  since: (n: number, moment: string) => `${n} ${n === 1 ? 'time' : 'times'} since ${moment}`,
  providers: 'Models',
  states: { closed: 'answers', 'half-open': 'is being tried again', open: 'is left alone for now' },
  process: 'The process that was asked',
  version: 'Version',
  startedAt: 'Started',
  memory: 'Memory',
  disk: 'Free on disk',
  ofTotal: (free: string, total: string) => `${free} of ${total}`,
  connectedSince: (moment: string) => `connected since ${moment}`,
  notConnected: 'not connected',
  lastEvent: (moment: string) => `last event ${moment}`,
  noEvent: 'no event yet',
  processes: 'Processes',
  thisOne: 'the one that was asked',
  holds: (n: number) => (n === 1 ? 'holds one conversation' : `holds ${n} conversations`),
  runs: (roles: string, version: string, since: string) => `${roles} · version ${version} · since ${since}`,
  refused: 'What platforms refused',
  refusedCall: (platform: string, call: string) => `${platform} ${call}`,
  at: (place: string) => `in ${place}`,
  times: (n: number, since: string, last: string) => (n === 1 ? last : `${n} times since ${since}, last ${last}`),
  nothing: 'Nothing.',
  warnings: 'The last warnings of the log',
  warningsAbout: 'Of the process that was asked, since it began. Secrets and people are left out of them.',
  levels: { warn: 'Warning', error: 'Error' },
  doctor: 'Doctor',
  doctorAbout:
    'Looks at everything, as npx parley doctor does, and says what to do. It asks the platforms, and a model for a word.',
  look: 'Look now',
  looking: 'Looking…',
  found: { ok: 'Well.', fault: 'To be mended:', unknown: 'Not known:' },
  looked: (time: string) => `Looked at ${time}. This page looks again every five seconds.`,
}

const ja: typeof en = {
  title: '稼働状況',
  well: 'すべて正常に動いています。',
  wrong: (n) => `${n} 件の問題があります:`,
  platforms: 'プラットフォーム',
  noPlatforms: '接続されていません。parley init でつなげられます。',
  up: '正常',
  down: '異常',
  waiting: '待っているもの',
  messages: '回答が終わっていないメッセージ',
  webhooks: '送信待ちの Webhook',
  dead: '送信をあきらめた Webhook',
  oldest: (time) => `最も古いものは ${time} 前`,
  running: '作成中の回答',
  noDatabase: 'データベースが応答しません。',
  refusing: '回答を拒否している場所',
  since: (n, moment) => `${moment} から ${n} 回`,
  providers: 'モデル',
  states: { closed: '応答中', 'half-open': '再試行中', open: '一時停止中' },
  process: '応答したプロセス',
  version: 'バージョン',
  startedAt: '起動',
  memory: 'メモリー',
  disk: 'ディスクの空き',
  ofTotal: (free, total) => `${total} 中 ${free}`,
  connectedSince: (moment) => `${moment} から接続中`,
  notConnected: '未接続',
  lastEvent: (moment) => `最後のイベントは ${moment}`,
  noEvent: 'イベントはまだありません',
  processes: 'プロセス',
  thisOne: '応答したプロセス',
  holds: (n) => `会話 ${n} 件を担当`,
  runs: (roles, version, since) => `${roles} · バージョン ${version} · ${since} から`,
  refused: 'プラットフォームが拒否したもの',
  refusedCall: (platform, call) => `${platform} ${call}`,
  at: (place) => `(${place})`,
  times: (n, since, last) => (n === 1 ? last : `${since} から ${n} 回、最後は ${last}`),
  nothing: 'ありません。',
  warnings: 'ログの最近の警告',
  warningsAbout: '応答したプロセスが起動してからのものです。秘密の値と、人に関わるものは含みません。',
  levels: { warn: '警告', error: 'エラー' },
  doctor: '診断',
  doctorAbout:
    'npx parley doctor と同じく全体を調べ、対処を示します。プラットフォームに問い合わせ、モデルに一言答えさせます。',
  look: '今すぐ調べる',
  looking: '調べています…',
  found: { ok: '正常。', fault: '要対処:', unknown: '不明:' },
  looked: (time) => `${time} 時点。5 秒ごとに更新します。`,
}

export const words = locale === 'ja' ? ja : en

const bytes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
/** In the largest unit of which it is at least one. */
export function size(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  return `${bytes.format(value / 1000 ** at)} ${units[at]}`
}

/** In the largest unit that says it. */
export function span(seconds: number): string {
  const [unit, per] =
    seconds < 90 ? (['second', 1] as const) : seconds < 5400 ? (['minute', 60] as const) : (['hour', 3600] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    seconds / per,
  )
}
