import type { Language } from '../lib/language.ts'
import type { Delivery, IntentTrace, MemoryItem, QueryTrace, StateTrace, Trace } from '../model/conversation.ts'
import type { StateRefusal, StateWriter } from '../model/state.ts'
import type { TracedTurn } from '../store/traces.ts'

/** Why a turn answered so, told in the order it happened, a line each. `said` is what is still remembered of it. */
export function story(turn: TracedTurn, said: readonly MemoryItem[], language: Language): string[] {
  const t = words[language]
  const { trace } = turn
  const heard = said.findLast(({ role }) => role === 'user')
  const answered = said.findLast(({ role }) => role === 'assistant')
  return [
    t.head(turn),
    heard ? t.heard(oneLine(heard.text)) : t.forgotten,
    ...(trace ? steps(trace, t) : [t.unfinished]),
    ...(turn.attempts > 1 ? [t.attempts(turn.attempts)] : []),
    ...(turn.interrupted && !(turn.delivery && turn.interrupted === 'undelivered')
      ? [t.interrupted[turn.interrupted]]
      : []),
    ...(turn.delivery ? [t.delivery[turn.delivery.end](whyOf(turn.delivery))] : []),
    ...(answered ? [t.answered(oneLine(answered.text))] : []),
    ...(turn.votes.good + turn.votes.bad > 0 ? [t.votes(turn.votes)] : []),
  ]
}

/** The part of it that is about the answer alone. */
export function storyOf(trace: Trace, language: Language): string[] {
  return steps(trace, words[language])
}

function steps(trace: Trace, t: Words): string[] {
  const { scenario, intents = [], rule, knowledge, webhooks = [], state = [], model, modelError } = trace
  const called = (why: string) =>
    webhooks.filter((one) => one.why === why).map(({ name, outcome, ms }) => t.webhook(name, `${outcome}`, ms))
  return [
    ...intents.map(t.intent),
    ...(scenario ? [t.scenario(scenario)] : []),
    ...called('scenario'),
    ...(rule ? [t.rule(rule)] : []),
    ...(knowledge?.query ? [t.query(knowledge.query)] : []),
    ...(knowledge?.withoutVectors ? [t.withoutVectors(knowledge.withoutVectors)] : []),
    ...(knowledge ? [t.knowledge(knowledge)] : []),
    ...called('utterance'),
    ...called('function'),
    ...(model ? [t.model(model)] : []),
    ...(modelError ? [t.modelError(modelError)] : []),
    ...stateLines(state, t),
    t.source[trace.source](trace.ms),
  ]
}

/** A line for each writer and each reason. */
function stateLines(state: readonly StateTrace[], t: Words): string[] {
  const kinds = Map.groupBy(state, ({ by, refused }) => `${by} ${refused}`)
  return [...kinds.values()].map((lines) => {
    const { by, refused } = lines[0]!
    const keys = lines.map(({ key }) => key ?? t.itsOwnKey)
    return refused ? t.notWritten(keys, by, refused) : t.written(keys, by)
  })
}

const maxShown = 160

/** A long text by its beginning: the story is about why, not what. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line
}

/** In the platform's own words, which are its own and not long. */
const whyOf = ({ code, detail }: Delivery) => oneLine([code, detail].filter(Boolean).join(': '))

const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)
const time = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

interface Words {
  head(turn: TracedTurn): string
  heard(text: string): string
  forgotten: string
  unfinished: string
  attempts(count: number): string
  interrupted: Record<NonNullable<TracedTurn['interrupted']>, string>
  delivery: Record<Delivery['end'], (why: string) => string>
  answered(text: string): string
  votes(of: TracedTurn['votes']): string
  intent(of: IntentTrace): string
  scenario(of: NonNullable<Trace['scenario']>): string
  rule(of: NonNullable<Trace['rule']>): string
  query(of: QueryTrace): string
  withoutVectors(why: string): string
  knowledge(of: NonNullable<Trace['knowledge']>): string
  webhook(name: string, outcome: string, ms: number): string
  written(keys: readonly string[], by: StateWriter): string
  notWritten(keys: readonly string[], by: StateWriter, why: StateRefusal): string
  /** A key that a model made up, and no trace names. */
  itsOwnKey: string
  model(of: NonNullable<Trace['model']>): string
  modelError(code: string): string
  source: Record<Trace['source'], (ms: number) => string>
}

const passages = ({ passages }: NonNullable<Trace['knowledge']>) =>
  passages.map(({ source, title, score }) => `${source}${title && ` › ${title}`} ${score.toFixed(2)}`).join('; ')

/** What `WebhookOutcome.failed` and the engine's own reasons mean, where a word does not say it. */
const failedCall: Record<Language, Readonly<Record<string, string>>> = {
  en: {
    connection: 'could not be reached',
    timeout: 'did not answer in time',
    refused: 'its address may not be called',
    redirect: 'wanted to lead elsewhere, which is not followed',
  },
  ja: {
    connection: '接続できませんでした',
    timeout: '時間内に応答がありませんでした',
    refused: 'そのアドレスは呼び出せません',
    redirect: '転送されましたが、転送先へは進みません',
  },
}

const writers: Record<Language, Readonly<Record<StateWriter, string>>> = {
  en: { scenario: 'the agent', webhook: 'a webhook', admin: 'an admin', caller: 'the caller', model: 'the model' },
  ja: { scenario: 'エージェント', webhook: 'Webhook', admin: '管理者', caller: '呼び出し元', model: 'モデル' },
}
const refusals: Record<Language, Readonly<Record<StateRefusal, string>>> = {
  en: {
    not_writable: 'the agent lets others write it',
    held: 'scenarios or webhooks go by what somebody else has written there',
    not_of_type: 'it is no value of the declared type',
    ill_formed: 'it holds characters that cannot be kept',
    too_large: 'it is too large',
  },
  ja: {
    not_writable: 'エージェントの設定で許可されていません',
    held: 'シナリオや Webhook の条件になる値が、すでに別の記入者によって書かれています',
    not_of_type: '宣言された型の値ではありません',
    ill_formed: '保存できない文字が含まれています',
    too_large: '大きすぎます',
  },
}

const givenUp: Record<Language, string> = {
  en: 'The platform would not take the whole answer for a quarter of an hour, so it was given up.',
  ja: 'プラットフォームが 15 分間回答全体を受け付けなかったため、送信を中止しました。',
}

const english: Words = {
  head: ({ id, agent, version, uid, startedAt }) =>
    `Turn ${id}: ${uid || 'somebody without a uid'} with ${agent} (version ${version}), ${time(startedAt)}`,
  heard: (text) => `They said: “${text}”`,
  forgotten: 'What they said is not kept any more.',
  unfinished: 'It has not come to an answer yet.',
  attempts: (count) => `It took ${count} attempts: the process had ended in between.`,
  interrupted: {
    stopped: 'The person stopped the answer.',
    model_interrupted: 'The answer is not whole: the model broke off.',
    failed: 'There was no answer, and the person was told so.',
    rejected: 'The message could not be answered, and the person was told why.',
    undelivered: givenUp.en,
  },
  delivery: {
    plain: (why) => `Its place refused it as it was (${why}), so it was shown in plain words.`,
    file: (why) => `Its place refused its words (${why}), so it was shown as a file.`,
    alone: (why) => `Its place would not have it (${why}), so the person was told alone.`,
    apology: (why) => `Its place would not have it (${why}), which a message there says, with Retry.`,
    unsure: () => 'Nobody could find out whether it arrived, which a message there says, with Retry.',
    given_up: () => givenUp.en,
    nobody: (why) => `Its place would not have it (${why}), and nobody could be told.`,
  },
  answered: (text) => `The answer: “${text}”`,
  votes: ({ good, bad }) => `Found good by ${good}, bad by ${bad}.`,
  intent: ({ asked, chosen, error, ms }) =>
    `The model was asked which of ${asked} intents was meant: ${error ?? (chosen === undefined ? 'none' : `“${chosen}”`)}, in ${seconds(ms)}.`,
  scenario: ({ id, version, by, path, ended }) =>
    `Scenario ${id} (version ${version}): ${by}${path.length > 0 ? ` → ${path.join(' → ')}` : ''}${ended ? `, and ended: ${ended}` : ''}.`,
  rule: ({ index, phrase, score, threshold }) =>
    `The rule most alike was number ${index + 1}, “${phrase}”: ${score.toFixed(1)} of 100, where ${threshold} is needed${score >= threshold ? '.' : ', so it was not used.'}`,
  query: ({ ms, error }) =>
    error
      ? `The model was asked what to search for, but gave no answer: ${error}; what they said was searched for.`
      : `The model was asked what to search for, in ${seconds(ms)}.`,
  withoutVectors: (why) => `Knowledge was searched by its words alone: ${why}.`,
  knowledge: (of) =>
    of.passages.length === 0
      ? `Knowledge: nothing found at ${of.threshold} or better, in ${seconds(of.ms)}.`
      : `Knowledge: ${of.passages.length} ${of.passages.length === 1 ? 'passage' : 'passages'} in ${seconds(of.ms)}: ${passages(of)}.`,
  webhook: (name, outcome, ms) => `Webhook ${name}: ${failedCall.en[outcome] ?? outcome} in ${seconds(ms)}.`,
  written: (keys, by) => `Written into the state by ${writers.en[by]}: ${keys.join(', ')}.`,
  notWritten: (keys, by, why) =>
    `Not written into the state, though ${writers.en[by]} wanted it: ${keys.join(', ')} (${refusals.en[why]}).`,
  itsOwnKey: 'a key of its own',
  model: ({ id, upstream, inputTokens, outputTokens, rounds, firstTextMs, ms, end }) =>
    `Model ${id}${upstream === id ? '' : ` (served by ${upstream})`}: ${firstTextMs === undefined ? '' : `first text after ${seconds(firstTextMs)}, `}${seconds(ms)} in all${rounds > 1 ? `, ${rounds} rounds` : ''}${inputTokens === undefined ? '' : `, ${inputTokens} tokens in and ${outputTokens} out`}, ended: ${end}.`,
  modelError: (code) => `The model gave no answer: ${code}.`,
  source: {
    opening: (ms) => `A conversation began: the opening was said, after ${seconds(ms)}.`,
    scenario: (ms) => `The scenario answered, after ${seconds(ms)}.`,
    rule: (ms) => `The rule answered, after ${seconds(ms)}.`,
    knowledge: (ms) => `The best passage was the answer, after ${seconds(ms)}.`,
    model: (ms) => `The model answered, after ${seconds(ms)}.`,
    fixed: (ms) => `Nothing else answered, so a fixed text was said, after ${seconds(ms)}.`,
    none: (ms) => `No answer was made, after ${seconds(ms)}.`,
  },
}

const japanese: Words = {
  head: ({ id, agent, version, uid, startedAt }) =>
    `ターン ${id}: ${uid || 'uid のない相手'} と ${agent}(バージョン ${version})、${time(startedAt)}`,
  heard: (text) => `発話: 「${text}」`,
  forgotten: '発話の内容はもう保存されていません。',
  unfinished: 'まだ回答に至っていません。',
  attempts: (count) => `プロセスが途中で終了したため、${count} 回実行されました。`,
  interrupted: {
    stopped: '利用者が回答を停止しました。',
    model_interrupted: 'モデルが途中で切れたため、回答は完全ではありません。',
    failed: '回答できず、その旨を伝えました。',
    rejected: 'このメッセージには回答できず、理由を伝えました。',
    undelivered: givenUp.ja,
  },
  delivery: {
    plain: (why) => `その場所では元の形で表示できなかったため(${why})、文字だけで表示しました。`,
    file: (why) => `その場所では本文を表示できなかったため(${why})、ファイルで送りました。`,
    alone: (why) => `その場所には表示できなかったため(${why})、本人だけに伝えました。`,
    apology: (why) => `その場所には表示できなかったため(${why})、その旨と再試行ボタンを表示しました。`,
    unsure: () => '届いたかどうか確認できなかったため、その旨と再試行ボタンを表示しました。',
    given_up: () => givenUp.ja,
    nobody: (why) => `その場所には表示できず(${why})、誰にも伝えられませんでした。`,
  },
  answered: (text) => `回答: 「${text}」`,
  votes: ({ good, bad }) => `評価: 良い ${good}、悪い ${bad}`,
  intent: ({ asked, chosen, error, ms }) =>
    `意図の判定(候補 ${asked} 件): ${error ?? (chosen === undefined ? '該当なし' : `「${chosen}」`)}(${seconds(ms)})`,
  scenario: ({ id, version, by, path, ended }) =>
    `シナリオ ${id}(バージョン ${version}): ${by}${path.length > 0 ? ` → ${path.join(' → ')}` : ''}${ended ? `、終了: ${ended}` : ''}`,
  rule: ({ index, phrase, score, threshold }) =>
    `最も近いルールは ${index + 1} 番「${phrase}」: ${score.toFixed(1)} 点(必要 ${threshold} 点)${score >= threshold ? '' : '。使われませんでした。'}`,
  query: ({ ms, error }) =>
    error
      ? `検索語をモデルに尋ねましたが回答がなく(${error})、発話のまま検索しました。`
      : `検索語をモデルに尋ねました(${seconds(ms)})。`,
  withoutVectors: (why) => `ナレッジは語だけで検索しました: ${why}`,
  knowledge: (of) =>
    of.passages.length === 0
      ? `ナレッジ: ${of.threshold} 以上のものは見つかりませんでした(${seconds(of.ms)})。`
      : `ナレッジ: ${of.passages.length} 件(${seconds(of.ms)}): ${passages(of)}`,
  webhook: (name, outcome, ms) => `Webhook ${name}: ${failedCall.ja[outcome] ?? outcome}(${seconds(ms)})`,
  written: (keys, by) => `状態への記入(${writers.ja[by]}): ${keys.join('、')}`,
  notWritten: (keys, by, why) =>
    `状態に記入されなかったもの(${writers.ja[by]}): ${keys.join('、')}(${refusals.ja[why]})`,
  itsOwnKey: '独自のキー',
  model: ({ id, upstream, inputTokens, outputTokens, rounds, firstTextMs, ms, end }) =>
    `モデル ${id}${upstream === id ? '' : `(実際は ${upstream})`}: ${firstTextMs === undefined ? '' : `最初の文字まで ${seconds(firstTextMs)}、`}全体 ${seconds(ms)}${rounds > 1 ? `、${rounds} 往復` : ''}${inputTokens === undefined ? '' : `、入力 ${inputTokens}・出力 ${outputTokens} トークン`}、終了: ${end}`,
  modelError: (code) => `モデルは回答しませんでした: ${code}`,
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

const words: Record<Language, Words> = { en: english, ja: japanese }
