import { answeredName } from './names.ts'

/** What people say of themselves, or ask for, in the place of a name: “I'm tired”, “call me back”. */
const noNames = new Set(
  `back later maybe crazy anytime whenever whatever soon again first sometime tomorrow today tonight now when if
  ok okay fine good great well bad sick ill tired sleepy exhausted hungry thirsty busy free late early ready done finished new here there home
  sorry sure unsure happy sad angry mad upset annoyed bored boring excited confused lost stuck afraid scared worried nervous curious interested
  glad grateful pleased disappointed satisfied surprised alone single married pregnant retired unemployed old young cold hot wrong right
  serious kidding joking leaving going looking trying waiting working asking calling writing learning testing thinking wondering
  nobody somebody someone anybody everyone human person people bot robot student teacher doctor developer engineer admin customer guest user
  english british american german french spanish italian japanese chinese korean indian canadian australian russian dutch swiss swedish
  austrian polish irish scottish welsh greek turkish brazilian mexican danish norwegian finnish portuguese vietnamese thai european asian african
  muslim jewish buddhist catholic vegan vegetarian
  学生 社員 主婦 主夫 教師 医師 元気 独身 既婚 無職 新人 本人 他人 大人 子供 男性 女性 男 女 客 初回 初心 大丈夫 満足 不満 健康 病気 風邪 平気 多忙 暇 満腹 空腹
  賛成 反対 同意 無理 不要 必要 残念 心配 不安 幸せ 最高 最悪 先生 店長 社長 部長 課長 係長 担当 人間 機械 代理 代表 有名 普通 特別 結構 十分 真剣 本気 冗談 別 誰 何 人
  フリー ゲスト ビジター ユーザー ロボット ベジタリアン ヴィーガン エンジニア デザイナー フリーランス サラリーマン パート アルバイト`.split(
    /\s+/,
  ),
)

/** Of three characters and more: 会社員, 日本人, 初心者, 妊娠中. Of two they end names (直人, 弥生). */
const saysWhat = /.{2}(?:人|員|者|生|中|的|派|目|歳|才|系|側|好き|嫌い|師|士|家|屋|主|達|婦|長)$/u

/** Whether what was said may be what somebody is called. */
export function maybeName(said: string): boolean {
  const name = answeredName(said)?.value
  if (name === undefined) return false
  const [first = ''] = name.toLowerCase().split(/\s+/)
  return !noNames.has(name.toLowerCase()) && !(noNames.has(first) && /^[a-z]/.test(said)) && !saysWhat.test(name)
}
