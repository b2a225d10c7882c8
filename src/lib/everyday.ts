import { normalise } from './normalise.ts'

/**
 * What people say around what they mean, in English and Japanese, normalised: where an agent has only a few texts, nothing
 * else tells which words are common.
 */
export const everydayPhrases: readonly string[] = `
what is the, what are your, what is my, what's the best, what do you, what does it mean, what if i, where is the, where is my,
where can i find, where do you, when is the, when do you, when does it, when will it be, who is the, who can, which one is,
which of these, why is it, why do i, why does my, how do i, how do you, how can i, how much is, how much does it, how many are there,
how long does it take, how does this work, how to, can you, can you tell me, can you help me, can i, can i get, could you please,
could i have, would you, would it be, i would like to, i'd like to know, i want to, i want a, i need to, i need a, i need help with,
i have a question about, i have to, i am looking for, i'm trying to, i'm not sure, i don't know, i don't have, i can't, i was, i will,
do you have, do i have to, do you know, do i need, does it have, does the, did you, did i, is there a, is it possible to, is it, is this,
is my, are there any, are you, are my, was it, will you, will it, should i, have you, has my, please tell me, please help me, please,
tell me about, tell me the, give me, show me, show me my, help me with, let me know, let me, find me, get me a, go to, make a, use my,
i think that, and then, and the, or, but not, for me, for the, for a, in the, in my, on the, on my, at the, of the, of my, to the, to my,
to be, with my, with the, from the, from my, about your, about the, by, if i, if the, so that, that is, this is, it is, there is, we are,
you are, they are, not, now, some, any, all, out of, up,

を教えてください, を教えて, について教えて, はどこですか, どこにありますか, はいつですか, いつから, は何ですか, はなんですか,
はいくらですか, どうすればいいですか, どうしたらいい, どうやって, したいです, したいのですが, したいんだけど, したい, たいです,
できますか, できません, ことはできますか, ありますか, はありますか, いますか, してください, してもらえますか, していただけますか,
お願いします, をお願い, が知りたい, 知りたいのですが, について知りたい, と思います, と思うのですが, のですが, んですが, ませんか,
ください, でしょうか, ですか, ますか, ません, ました, ましたか, ですよね, している, しています, していますか, してもいいですか,
ないです, ないのですが, わかりません, わからない, 困っています, どのように, どんな, どれくらい, どのくらい, どちら, なぜ, どうして,
これは, それは, この, その, 私の, から, まで, ので, けど, だけど, って, という, とは, に関して, については, の場合は, の時は, のときは,
のために, として, もう, まだ, また, する方法, の方法を教えて, 何を, 誰が, 何時から, 何時まで, が必要ですか, は必要ですか, もらえますか,
が欲しい, があります, になりますか, されますか, なければ
`
  .split(',')
  .map(normalise)
