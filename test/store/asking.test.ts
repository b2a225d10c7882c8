import { expect, it, onTestFinished } from 'vitest'
import { withoutAsking } from '../../src/store/asking.ts'
import { createStore } from '../../src/store/index.ts'
import { createSearch } from '../../src/store/search.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

it.each([
  ['Webhookとは何ですか？', 'Webhook'],
  ['Webhook とは', 'Webhook'],
  ['Webhookって何', 'Webhook'],
  ['Ｗｅｂｈｏｏｋは何ですか', 'Webhook'],
  ['Webhookについて教えてください', 'Webhook'],
  ['コンソールの開き方', 'コンソールの開'],
  ['コンソールの開き方を教えて', 'コンソールの開'],
  ['コンソールを開く方法', 'コンソールを開く'],
  ['Slackにつなぐやり方が知りたいのですが', 'Slackにつなぐ'],
  ['Dockerは必要ですか', 'Docker'],
  ['何ですか', '何ですか'],
  ['方法', '方法'],
  ['教えて', '教えて'],
  ['料金はいくらですか', '料金はいくらですか'],
  ['夕方', '夕方'],
  ['what is a webhook', 'what is a webhook'],
])('what 「%s」 asks about is 「%s」', (question, about) => {
  expect(withoutAsking(question)).toBe(about)
})

it('finds what a short question names as well as its name alone does', async () => {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db)
  const source = { agent: 'desk', name: 'a.md', sha256: 'ab', mimetype: 'text/plain', bytes: 1 }
  const passages = [
    { title: 'Webhook', text: '出来事が起きるたびに、指定した URL を呼びます。' },
    { title: 'コンソール', text: 'コンソールは、チャットで受け取ったリンクから開きます。' },
    { title: '起動', text: 'Docker のイメージでも起動します。' },
  ]
  await db.batch(
    store.knowledge.goLiveSteps(await store.knowledge.stage(source, new Uint8Array(), passages), 'desk', 'a.md'),
  )
  const { query } = createSearch(db)
  const best = async (question: string) => (await query('desk', question, 1))[0]
  for (const [question, title] of [
    ['Webhookとは何ですか', 'Webhook'],
    ['Webhookについて教えて', 'Webhook'],
    ['コンソールの開き方', 'コンソール'],
    ['コンソールを開く方法', 'コンソール'],
    ['Dockerは必要ですか', '起動'],
  ] as const) {
    const hit = await best(question)
    expect([question, hit?.title, hit !== undefined && hit.score >= 0.6]).toEqual([question, title, true])
  }
  expect((await best('明日の天気について教えてください'))?.score ?? 0).toBeLessThan(0.3)
})
