import type { DemoAgent } from './topic.ts'

export const community: DemoAgent = {
  id: 'lantern',
  displayName: 'Lantern',
  description: 'Helps players of a small game, day and night',
  platforms: ['discord'],
  prompt:
    'You help players of the game Lantern Street. You are cheerful, never spoil the story, and answer in their language.',
  opening: 'Hey! Stuck, lost or curious? Ask away.',
  noAnswer: 'No idea, sorry! Try the channel #ask-the-makers.',
  tool: 'order_status',
  topics: [
    {
      ...{ by: 'rule', language: 'en', title: 'Download', weight: 14 },
      asks: [
        'where can I download the game',
        'download link?',
        'Is there a version for Mac?',
        'how big is the download',
      ],
      says: ['Here: https://example.com/lantern. It runs on Windows, Mac and Linux, and takes 2 GB.'],
    },
    {
      ...{ by: 'rule', language: 'en', title: 'Controller' },
      asks: ['does it work with a controller', 'controller support?', 'can I use a gamepad'],
      says: ['Yes, any controller works. Plug it in before you start the game.'],
    },
    {
      ...{ by: 'knowledge', language: 'en', title: 'Save games', weight: 14 },
      asks: [
        'where are my save games',
        'I lost my save after the patch',
        'can I move my saves to a new computer',
        'cloud saves?',
      ],
      says: [
        'Saves lie in the folder *Lantern/Saves* of your documents. Copy it to move them. The game keeps the last five; *Load* → *Older* shows them.',
      ],
    },
    {
      ...{ by: 'knowledge', language: 'en', title: 'Mods' },
      asks: ['how do I install mods', 'are mods allowed online', 'mod folder?'],
      says: [
        'Put a mod into the folder *Mods* beside the game and tick it under *Extras*. Online, only mods of the list in #mods work.',
      ],
    },
    {
      ...{ by: 'model', language: 'en', title: 'A hint', weight: 20 },
      asks: [
        'I am stuck at {level}, any hint?',
        'how do I get past {level} without the lamp',
        'Which weapon for {level}?',
        'am I meant to be at {level} this early lol',
      ],
      says: [
        'Look at what the lamp does *not* light up at {level}. If you wait for the bell there, the way opens by itself. No more, or I spoil it!',
        'You are not too early. Take the rope from the fisherman first, and {level} becomes a short walk.',
        'Anything with reach. And save before the bridge, not after it.',
      ],
    },
    {
      ...{ by: 'model', language: 'en', title: 'Crashes', weight: 10 },
      asks: [
        'the game crashes when I enter {level}',
        'black screen since the update',
        'stutters like crazy at {level}, anyone?',
      ],
      says: [
        'Sorry about that! Please verify the files (right-click → *Verify*), then start once with `-safe`. If it crashes at {level} again, post the file *crash.txt* in #bugs.',
      ],
    },
    {
      ...{ by: 'tool', language: 'en', title: 'An order' },
      asks: ['where is my order {order}', 'did {order} ship?', 'my poster {order} has not come'],
      says: ['Order **{order}** left the shop {day} and usually takes four days. I can send you the tracking link.'],
    },
    {
      ...{ by: 'scenario', language: 'en', title: 'Report a bug', weight: 8 },
      asks: ['report a bug', 'I want to report a bug', 'found something, report a bug'],
      says: ['Thanks for telling us! Where did it happen?'],
      further: [
        { ask: ['at {level}', '{level}'], say: 'What happened there?' },
        {
          ask: ['I fell through the floor', 'the music stopped', 'my friend was invisible'],
          say: 'Got it, that is bug {order}. You are a star.',
        },
      ],
    },
    {
      ...{ by: 'nobody', language: 'en', title: 'Unknown', weight: 8 },
      asks: [
        'when is the next sale',
        'will there be a board game',
        'who composed the music of {level}?',
        'can I buy the soundtrack on vinyl',
      ],
      says: ['No idea, sorry! Try the channel #ask-the-makers.'],
    },
    {
      ...{ by: 'model', language: 'ja', title: 'ヒント', weight: 12 },
      asks: [
        '{level}で詰まっています、ヒントください',
        '{level}のおすすめ武器は？',
        'ランプなしで{level}を越えられますか',
      ],
      says: [
        'ランプが*照らさない*場所に注目してみてください。鐘が鳴るまで待つと道が開きます。これ以上はネタバレになるので内緒です！',
        '先に漁師さんからロープをもらうと、{level}がぐっと楽になります。',
      ],
    },
    {
      ...{ by: 'knowledge', language: 'ja', title: 'セーブデータ', weight: 6 },
      asks: [
        'セーブデータはどこにありますか',
        'アップデート後にセーブが消えました',
        'セーブを新しいパソコンに移せますか',
      ],
      says: [
        'セーブはドキュメントの「Lantern/Saves」フォルダーにあります。コピーすれば移せます。直近の5つは「ロード」→「以前のもの」から戻せます。',
      ],
    },
    {
      ...{ by: 'nobody', language: 'ja', title: '答えのない質問', weight: 3 },
      asks: ['次のセールはいつですか', 'サントラのCDは出ますか'],
      says: ['ごめんなさい、わかりません。#ask-the-makers で聞いてみてください。'],
    },
  ],
}
