import { moment } from '../../../lib/moment.ts'
import type { StateRefusal, StateWriter } from '../../../model/state.ts'
import type { SlotTrace, WatchTrace } from '../../../model/trace.ts'
import { passages, type Story, seconds } from '../story.ts'
import { ended as endedBy, failed, modelEnded, moved } from './story-codes.ts'

const failedCall: Readonly<Record<string, string>> = {
  connection: '接続できませんでした',
  timeout: '時間内に応答がありませんでした',
  refused: 'そのアドレスは呼び出せません',
  redirect: '転送されましたが、転送先へは進みません',
}

const toolOutcomes: Readonly<Record<string, string>> = {
  asked: '先に承認を求めました',
  done: '呼び出しました',
  failed: '呼び出しましたが失敗しました',
  unknown: '呼び出しましたが結果は不明です',
  refused: '呼び出しませんでした',
  changed: 'サーバーによる説明が確認時と変わったため停止しています',
  away: 'サーバーにツールの一覧を尋ねられませんでした',
}

const watchEnds: Readonly<Record<WatchTrace['end'], string>> = {
  same: '前回と同じ結果',
  not_yet: 'まだ条件を満たしていません',
  come: '条件を満たしました',
  unjudged: 'モデルで判定できませんでした',
  failed: '結果を得られませんでした',
  later: '今回は呼び出しませんでした',
  off: '自動では呼び出せなくなりました',
}

const writers: Readonly<Record<StateWriter, string>> = {
  scenario: 'エージェント',
  webhook: 'Webhook',
  admin: '管理者',
  caller: '呼び出し元',
  model: 'モデル',
}

const slotSources: Readonly<Record<SlotTrace['by'], string>> = {
  start: '開始した発話から',
  said: '発話から',
  chosen: 'ボタンから',
  given: '別のシナリオから',
  model: 'モデルが発話から読み取り',
}

const refusals: Readonly<Record<StateRefusal, string>> = {
  not_writable: 'エージェントの設定で許可されていません',
  held: 'シナリオや Webhook の条件になる値が、すでに別の記入者によって書かれています',
  not_of_type: '宣言された型の値ではありません',
  ill_formed: '保存できない文字が含まれています',
  too_large: '大きすぎます',
}

const givenUp = 'プラットフォームが 15 分間回答全体を受け付けなかったため、送信を中止しました。'

const ends = { passed: '問題なし', refused: '不可', unreachable: '確認できず' }

export const story: Story = {
  head: ({ id, agent, version, uid, startedAt }) =>
    `ターン ${id}: ${uid || 'uid のない相手'} と ${agent}(バージョン ${version})、${moment(startedAt)}`,
  heard: (text) => `発話: 「${text}」`,
  forgotten: '発話の内容はもう保存されていません。',
  neverAnswered: '発話の内容は最初から保存していません。保存するのは、回答できた発話だけです。',
  nobodys: '発話の内容は最初から保存していません。ID がなく、誰の発話かわからないためです。',
  unfinished: 'まだ回答に至っていません。',
  attempts: (count) => `${count} 回実行されました。`,
  interrupted: {
    stopped: '利用者が回答を停止しました。',
    model_interrupted: 'モデルが途中で切れたため、回答は完全ではありません。',
    failed: '回答できず、その旨を伝えました。',
    rejected: 'このメッセージには回答できず、理由を伝えました。',
    undelivered: givenUp,
  },
  delivery: {
    plain: (why) => `その場所では元の形で表示できなかったため(${why})、文字だけで表示しました。`,
    file: (why) => `その場所では本文を表示できなかったため(${why})、ファイルで送りました。`,
    alone: (why) => `その場所には表示できなかったため(${why})、本人だけに伝えました。`,
    apology: (why) => `その場所には表示できなかったため(${why})、その旨と再試行ボタンを表示しました。`,
    unsure: () => '届いたかどうか確認できなかったため、その旨と再試行ボタンを表示しました。',
    given_up: () => givenUp,
    nobody: (why) => `その場所には表示できず(${why})、誰にも伝えられませんでした。`,
  },
  wire: ({ calls, ms, waited, limited, unknown, refused }) =>
    `表示: ${calls} 回の呼び出し、${seconds(ms)}${waited > 0 ? `(うち ${seconds(waited)} はプラットフォームの制限の空き待ち)` : ''}${limited > 0 ? `。待つよう求められた回数: ${limited}` : ''}${refused.length > 0 ? `。拒否: ${refused.join('、')}` : ''}${unknown > 0 ? `。行われたかどうかわからなかった呼び出し: ${unknown} 回` : ''}`,
  answered: (text) => `回答: 「${text}」`,
  votes: ({ good, bad }) => `評価: 良い ${good}、悪い ${bad}`,
  opinion: (words) => `評価に添えられた言葉: 「${words}」`,
  intent: ({ asked, chosen, error, ms }) =>
    `意図の判定(候補 ${asked} 件): ${error !== undefined ? failed(error) : chosen === undefined ? '該当なし' : `「${chosen}」`}(${seconds(ms)})`,
  noted: ({ what, added = 0, dropped = 0, error, ms }) =>
    `${what === 'summary' ? '会話の古い部分の要約' : '相手について書き留めたこと'}: ${error !== undefined ? failed(error) : `追加 ${added} 件、削除 ${dropped} 件`}(${seconds(ms)})`,
  skipped: 'シナリオは使われませんでした。誰との会話かが必要ですが、呼び出しに uid がありませんでした。',
  scenario: ({ id, version, by, path, ended }) =>
    `シナリオ ${id}(バージョン ${version}): ${moved(by)}${path.length > 0 ? ` → ${path.join(' → ')}` : ''}${ended ? `、終了: ${endedBy(ended)}` : ''}`,
  slot: ({ name, by, at, corrected, fault }) =>
    `スロット ${name}: ${fault ? `値が不適切(${fault})` : corrected ? '訂正' : '入力'}、${slotSources[by]}${at ? `(発話の ${at[0] + 1}〜${at[1]} 文字目)` : ''}`,
  rule: ({ index, phrase, score, threshold, words }) =>
    `最も近いルールは ${index + 1} 番「${phrase}」: ${score.toFixed(1)} 点(必要 ${threshold} 点)${score >= threshold ? '' : '。使われませんでした'}${words ? `。決め手の言葉: ${words.join('、')}` : ''}`,
  suggested: (phrases) => `意図した可能性があるものとして提示: ${phrases.map((phrase) => `「${phrase}」`).join('')}`,
  query: ({ ms, error }) =>
    error
      ? `検索語をモデルに尋ねましたが回答がなく(${failed(error)})、発話のまま検索しました。`
      : `検索語をモデルに尋ねました(${seconds(ms)})。`,
  withoutVectors: (why) => `ナレッジは語だけで検索しました: ${why}`,
  knowledge: (of) =>
    of.passages.length === 0
      ? `ナレッジ: ${of.threshold} 以上のものは見つかりませんでした(${seconds(of.ms)})。`
      : `ナレッジ: ${of.passages.length} 件(${seconds(of.ms)}): ${passages(of)}`,
  context: ({ messages, files, pages = 0, leftOut, hasMore, calls, unseen = [], ms }) =>
    [
      `周りで見たもの: メッセージ ${messages} 件${files > 0 ? `、ファイル ${files} 件` : ''}${pages > 0 ? `、ページ ${pages} 件` : ''}${leftOut > 0 ? `、省いたもの ${leftOut} 件${hasMore ? '以上' : ''}` : hasMore ? '、ほかは省略' : ''}(プラットフォームへの問い合わせ ${calls} 回、${seconds(ms)})`,
      ...(unseen.length > 0 ? ['見られなかったものがあります。'] : []),
    ].join(' '),
  tool: ({ name, policy, outcome, ms }) =>
    `ツール ${name}(ポリシー ${policy}): ${toolOutcomes[outcome] ?? outcome}${ms > 0 ? `(${seconds(ms)})` : ''}`,
  watched: ({ tool, end, error, ms }) =>
    `${tool} による確認: ${watchEnds[end]}${error === undefined ? '' : `(${failed(error)})`}(${seconds(ms)})`,
  webhook: (name, outcome, ms) => `Webhook ${name}: ${failedCall[outcome] ?? outcome}(${seconds(ms)})`,
  written: (keys, by) => `状態への記入(${writers[by]}): ${keys.join('、')}`,
  notWritten: (keys, by, why) => `状態に記入されなかったもの(${writers[by]}): ${keys.join('、')}(${refusals[why]})`,
  itsOwnKey: '独自のキー',
  model: ({
    id,
    upstream,
    fallback,
    inputTokens,
    outputTokens,
    cachedTokens,
    reasoningTokens,
    leftOut,
    rounds,
    firstTextMs,
    ms,
    end,
  }) =>
    `モデル ${id}${upstream === id ? '' : `(実際は ${upstream})`}: ${firstTextMs === undefined ? '' : `最初の文字まで ${seconds(firstTextMs)}、`}全体 ${seconds(ms)}${rounds > 1 ? `、${rounds} 往復` : ''}${leftOut ? `、長すぎるため古い ${leftOut} 件を省略` : ''}${inputTokens === undefined ? '' : `、入力 ${inputTokens}${cachedTokens ? `(キャッシュ ${cachedTokens})` : ''}・出力 ${outputTokens}${reasoningTokens ? `(思考 ${reasoningTokens})` : ''} トークン`}、終了: ${modelEnded(end)}${fallback === undefined ? '' : `。本来のモデルの代わりに回答: ${fallback}`}`,
  moderation: ({ of, end, categories = [], error, ms }) =>
    `${of === 'people' ? '相手の発言' : 'モデルの文'}の確認: ${ends[end]}${categories.length > 0 ? `(${categories.join('、')})` : ''}${error ? `: ${failed(error)}` : ''}、${seconds(ms)}`,
  handover: ({ id, why, passed }) =>
    why
      ? `担当者への引き継ぎを提案しました（${{ wish: '本人の希望', scenario: 'シナリオの終わり', thumb: '低評価', unanswered: '回答できない質問が続いたため' }[why]}、引き継ぎ \`${id.slice(0, 8)}\`）。`
      : `引き継ぎ \`${id.slice(0, 8)}\` の${{ 'to team': '担当チームへの発話', 'to person': '本人への発話', card: '担当チームへのカード', notice: '状況を知らせる通知', suggestion: '担当チームだけへの回答案' }[passed ?? 'notice']}です。エンジンは使っていません。`,
  masked: (count) => `回答の中の秘密を ${count} 件伏せました。`,
  modelError: (code, detail) => `モデルは回答しませんでした。${failed(code, detail)}。`,
  source: {
    opening: (ms) => `会話が始まり、開始の文を返しました(${seconds(ms)})。`,
    scenario: (ms) => `シナリオが回答しました(${seconds(ms)})。`,
    rule: (ms) => `ルールが回答しました(${seconds(ms)})。`,
    knowledge: (ms) => `最も近いナレッジを回答としました(${seconds(ms)})。`,
    model: (ms) => `モデルが回答しました(${seconds(ms)})。`,
    fixed: (ms) => `他に回答がなく、固定の文を返しました(${seconds(ms)})。`,
    none: (ms) => `回答は作られていません(${seconds(ms)})。`,
  },
}
