import { number } from '../../../../lib/counts.ts'
import { plain } from '../../../../lib/quoting.ts'
import { named } from '../agents.ts'
import type { agents as en } from '../en/agents.ts'

export const agents: typeof en = {
  here: 'ここ',
  version: (n) => `バージョン ${n}`,
  hasDraft: '下書きあり',
  noModel: 'モデルなし',
  warnings: (count) => `⚠️ 注意 ${count} 件`,
  listed: (count) => `エージェント ${count} 件:`,
  shown: (of) =>
    [
      `**${plain(of.name)}** \`${of.id}\`、バージョン ${of.version}`,
      ...(of.description ? [plain(of.description, 120)] : []),
      '',
      `- ${of.scope === 'public' ? '公開' : '非公開'}、提供者: ${plain(of.provider) || 'なし'}`,
      of.model === undefined
        ? '- モデルなし(登録された回答だけを返します)'
        : `- モデル ${of.model}${of.temperature === undefined ? '' : `、温度 ${of.temperature}`}${of.fallback === undefined ? '' : `。答えないときは \`${of.fallback}\``}${of.judge === undefined ? '' : `。小さな判断には \`${of.judge}\``}`,
      `- ${of.promptLength === 0 ? 'プロンプトなし' : `プロンプト ${number('ja', of.promptLength)} 文字`}`,
      `- ルール ${of.rules} 件、シナリオ ${of.scenarios} 件、文書 ${of.sources} 件`,
      `- Webhook: ${of.webhooks.length === 0 ? 'なし' : named(of.webhooks, '無効')}`,
      ...(of.draft ? [`- <@${of.draft.author}> さんの未公開の下書きがあります`] : []),
      `- 割り当て先 ${of.bindings} か所${of.isDefault ? '(他の場所でも既定のエージェント)' : ''}`,
      `- 会話を保管する期間: ${number('ja', of.keepDays)} 日`,
    ].join('\n'),
  attention: '注意点:',
  faultyWebhook: (name, outcome, dead, log) =>
    `Webhook \`${name.replaceAll('`', '')}\`: ${dead > 0 ? `${dead} 件の呼び出しを断念しました` : `最後の呼び出しの結果は ${outcome} でした`}。詳細は \`${log}\``,
  edit: '編集',
  showDiff: '下書きを表示',
  useHere: 'ここで使う',
  deleteSure: (id, name, of) =>
    `**${plain(name)}** \`${id}\` を完全に削除しますか。次のものも失われます:\n${[
      `- バージョン ${of.versions} 件と下書き`,
      `- ルール ${of.rules} 件、シナリオ ${of.scenarios} 件、文書 ${of.sources} 件`,
      `- API キー ${of.keys} 件、割り当て ${of.bindings} 件`,
      `- 利用者 ${of.people} 人分の状態と記憶`,
    ].join('\n')}\n\n元に戻せません。`,
  deleteIt: '削除する',
  deleted: (id) => `\`${id}\` をすべて削除しました。`,
}
