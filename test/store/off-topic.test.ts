import { describe, expect, it } from 'vitest'
import { defaultThreshold } from '../../src/engine/knowledge/retrieve.ts'
import { shareOfWords, wordsNamed } from '../../src/store/asked-words.ts'
import { createMemoryStore } from '../../src/store/memory.ts'

const town = [
  '市立図書館は1911年に開館した。蔵書数は三万冊で、利用者数は年に九千人である。館の総工費は八億円であった。',
  '1868年の鳥羽の戦いで幕府軍は敗れ、大将は大坂を離れた。この戦いのあと、藩の多くが新しい政府についた。',
  'サフランはアヤメ科の植物で、世界の生産量の九割をイランが占める。花の雌しべを乾かして香辛料に使われる。',
  '皇帝セリム1世が死去したのは1520年であった。母親は南の島の出身で、学校には通わず、家で学んだという。',
  'スクーナーは二本以上の帆柱をもつ帆船で、漁業に導入されたのは1820年のことである。速く、少ない人数で動かせる。',
  'コウイカは浅い海に生息し、体の中に石灰質の甲をもつ。卵は海草に産みつけられ、腕は十本ある。',
]
const answered = [
  '市立図書館が開館したのは何年ですか？',
  '図書館の総工費はいくらでしたか？',
  '鳥羽の戦いで敗れたのはどの軍でしたか？',
  'サフランの生産量が一番多い国はどこですか？',
  'サフランは何に使われますか？',
  'セリム1世が死去したのはいつですか？',
  'スクーナーが漁業に導入されたのはいつですか？',
  'コウイカの腕は何本ありますか？',
  'コウイカはどこに生息していますか？',
]
const aboutSomethingElse = [
  'ロベスピエールが死去したのはいつですか？',
  'マイクロコンピュータが世界に導入されたのはいつですか？',
  'フーリエの父親は何をしていましたか？',
  'コーヒーの生産量が一番多い国はどこですか？',
  'ミナミハリイカの生息域はどこですか？',
  'コンピュータとプリンタが導入されたのはいつのことですか？',
  'ヘンリー・ガーランドが死去したのは何年であったか？',
  'アレックはどの学校に通っていましたか？',
  '松阪市の人口は何人ですか？',
  'シャンパンは何から作られますか？',
]

const manual = (words: string) =>
  words
    .split(' ')
    .map((word) => `How a ${word} is kept: clean the ${word}, then put it back where people find it open to use.`)
const workshop = manual(
  'hammer saw drill vice lathe plane chisel file clamp wrench ladder bench glove apron mask lamp hose pump',
)

function knowing(texts: readonly string[]) {
  const store = createMemoryStore()
  store.learn(
    'desk',
    'a.md',
    texts.map((text) => ({ title: '', text })),
  )
  return async (question: string) => (await store.search.query('desk', question, 1))[0]
}

describe('at the default threshold', () => {
  const best = knowing(town)

  it.each(answered)('「%s」 finds its passage', async (question) => {
    expect((await best(question))!.score).toBeGreaterThanOrEqual(defaultThreshold)
  })

  it.each(aboutSomethingElse)('「%s」 finds nothing', async (question) => {
    expect((await best(question))?.score ?? 0).toBeLessThan(defaultThreshold)
  })
})

it('a word that none of many passages holds weighs more than one that a few do not hold', async () => {
  const score = async (passages: readonly string[]) => (await knowing(passages)('how is jelly kept'))!.score
  const many = Array.from({ length: 40 }, () => workshop).flat()
  expect(await score(many)).toBeLessThan((await score(workshop)) * 0.9)
})

describe('the words a question names', () => {
  it.each([
    ['コウイカの腕は何本ありますか', ['コウイカ']],
    ['2002年、LED照明を使う図書館はどこ？', ['2002', 'LED', '照明', '図書館']],
    ['誰の技ですか', []],
    ['how is glue made', []],
    ['停车场在哪里', []],
  ])('%s', (question, words) => {
    expect(wordsNamed(question).map(({ letters }) => letters)).toEqual(words.map(({ length }) => length))
  })

  it('count by their length, and hardly where they are held in part', () => {
    const words = wordsNamed('図書館のサフラン')
    const share = (held: string) => shareOfWords(words, (term) => held.split(' ').includes(term))
    expect(share('図書 書館 さふ ふら らん')).toBe(1)
    expect(share('図書 書館')).toBeCloseTo(3 / 7)
    expect(share('図書')).toBeCloseTo(3 / 7 / 8)
  })
})
