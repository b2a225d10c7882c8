import type { Language } from '../../lib/language.ts'

/** Who or what answers a question of the seeded week. */
export type By = 'rule' | 'knowledge' | 'model' | 'tool' | 'scenario' | 'nobody' | 'person'

/** Something that people ask about again and again, in their own words. `{room}` and the like are filled in. */
export interface Topic {
  by: By
  language: Language
  title: string
  asks: readonly [string, ...string[]]
  says: readonly [string, ...string[]]
  /** Of a scenario: what it asks next, how people answer that, and what it says to that. */
  further?: readonly { ask: readonly string[]; say: string }[]
  /** How often, beside 10 for any other. */
  weight?: number
}

export interface DemoAgent {
  id: string
  displayName: string
  description: string
  platforms: readonly ('slack' | 'discord' | 'teams')[]
  prompt: string
  opening: string
  noAnswer: string
  /** What it calls where it looks something up. */
  tool: string
  topics: readonly Topic[]
}

/** Words that stand in for `{…}`. */
export type Fillings = Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>>

export const fillings: Fillings = {
  en: {
    room: ['Garden', 'Harbour', 'Library', 'Attic', 'Orchard', 'Lantern'],
    day: ['today', 'tomorrow', 'on Monday', 'on Thursday', 'next week', 'on Friday'],
    time: ['9:00', '10:30', '13:00', '14:30', '16:00'],
    device: ['laptop', 'monitor', 'headset', 'phone', 'docking station', 'keyboard'],
    app: ['the calendar', 'the wiki', 'the time sheet', 'the build server', 'the mail client', 'the ticket system'],
    floor: ['second floor', 'third floor', 'ground floor'],
    name: ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Grace', 'Hugo', 'Iris', 'Jon', 'Kim', 'Lea', 'Max', 'Nora'],
    order: ['A-1042', 'A-2217', 'B-0931', 'B-4410', 'C-3305', 'C-7718', 'D-5120'],
    level: ['the harbour level', 'level 12', 'the night market', 'the glacier', 'the last boss'],
    welcome: ['You are welcome!', 'Any time.'],
    sorry: ['Sorry, I cannot answer at the moment. Please ask again in a few minutes.'],
    thanks: ['Thanks!', 'Perfect, thank you.', 'That helps, cheers', 'Great, thanks a lot'],
  },
  ja: {
    room: ['会議室A', '会議室B', '応接室', '大会議室', '集中ブース'],
    day: ['今日', '明日', '月曜日', '木曜日', '来週', '金曜日'],
    time: ['9時', '10時半', '13時', '14時半', '16時'],
    device: ['パソコン', 'モニター', 'ヘッドセット', '社用携帯', 'キーボード'],
    app: ['カレンダー', '社内ウィキ', '勤怠システム', '経費精算システム', 'メール'],
    floor: ['2階', '3階', '1階'],
    name: ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田'],
    order: ['A-1042', 'A-2217', 'B-0931', 'B-4410', 'C-3305', 'C-7718', 'D-5120'],
    level: ['港のステージ', 'ステージ12', '夜市', '氷河', '最後のボス'],
    welcome: ['お役に立てて何よりです。', 'いつでもどうぞ。'],
    sorry: ['申し訳ありません、ただいまお答えできません。しばらくしてからもう一度お試しください。'],
    thanks: ['ありがとうございます！', '助かりました。', '解決しました、ありがとうございます', '了解です'],
  },
}
