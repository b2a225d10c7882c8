import { locale } from '../../strings.ts'

const en = {
  commands: 'Commands',
  noCommands: 'No app here has a command that begins like that.',
  notInThreads: (command: string) => `${command} is not supported in threads. Sorry!`,
  why: 'Why this answer?',
  optional: '(optional)',
  choose: 'Select an option',
  search: 'Type to search',
  nothingFound: 'No results',
  browse: 'Add a file',
  addAnother: 'Add another file',
  working: 'Working…',
}
type Text = typeof en

const ja: Text = {
  commands: 'コマンド',
  noCommands: 'そのようなコマンドはありません。',
  notInThreads: (command) => `${command} はスレッドでは使えません。`,
  why: 'この回答の理由は?',
  optional: '(任意)',
  choose: '選択してください',
  search: '入力して検索',
  nothingFound: '見つかりません',
  browse: 'ファイルを追加',
  addAnother: 'さらに追加',
  working: '処理しています…',
}

export const text: Text = locale === 'ja' ? ja : en
