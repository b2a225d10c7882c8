import type { DemoAgent } from './topic.ts'

export const itDesk: DemoAgent = {
  id: 'it-desk',
  displayName: 'IT desk',
  description: 'Computers, accounts and everything with a plug',
  platforms: ['slack', 'teams'],
  prompt: 'You are the IT desk of a company of three hundred people. You are brief, exact and kind, and never guess.',
  opening: 'Hello, this is the IT desk. What is wrong?',
  noAnswer: 'I do not know that. A colleague answers at extension 11.',
  tool: 'ticket_status',
  topics: [
    {
      ...{ by: 'rule', language: 'en', title: 'Guest wifi', weight: 16 },
      asks: [
        'What is the wifi password?',
        'how do guests get on the wifi',
        'guest wifi?',
        'Is there internet for visitors?',
      ],
      says: ['Guests use **Courtyard Guest**, without a password. Staff use **Courtyard**, with their own account.'],
    },
    {
      ...{ by: 'rule', language: 'en', title: 'Opening hours' },
      asks: ['When is the desk open?', 'IT desk opening hours', 'how late can I come by'],
      says: ['The desk is open from 8:00 to 18:00 on working days. Outside of that, write here.'],
    },
    {
      ...{ by: 'knowledge', language: 'en', title: 'VPN', weight: 18 },
      asks: [
        'How do I set up the VPN?',
        'vpn does not connect from home',
        'Does the VPN work from abroad?',
        'which app is the vpn again',
      ],
      says: [
        'Install the app **Tunnel** from the portal and sign in with your staff account. It works from every country; after 12 hours it asks you to sign in again.',
      ],
    },
    {
      ...{ by: 'knowledge', language: 'en', title: 'Password', weight: 18 },
      asks: ['I forgot my password', 'How do I change my password?', 'my password has expired', 'password rules?'],
      says: [
        'Change it at https://password.example.com. A password has at least twelve characters and is valid for a year. After five wrong ones the account is locked for 15 minutes.',
      ],
    },
    {
      ...{ by: 'knowledge', language: 'en', title: 'Printers' },
      asks: [
        'How do I print?',
        'the printer on the {floor} is jammed',
        'Where is the nearest printer?',
        'can I scan to mail',
      ],
      says: [
        'Printers are called by their floor: print-1, print-2, print-3. Hold your card to the reader; jams are cleared by the tray on the left.',
      ],
    },
    {
      ...{ by: 'model', language: 'en', title: 'Slow laptop', weight: 14 },
      asks: [
        'My {device} has been slow since the last update, what can I do?',
        'Everything freezes when I share my screen with the {device} plugged in',
        'the fan of my {device} is very loud during calls',
      ],
      says: [
        'That is often the update finishing its work in the background. Leave it plugged in over lunch, then restart it once. If it is still slow {day}, bring the {device} by and we look at it together.',
        'Please try it without the docking station first: if it runs well then, the cable is the suspect, and we have spare ones at the desk. It takes two minutes to find out.',
      ],
    },
    {
      ...{ by: 'model', language: 'en', title: 'Access', weight: 12 },
      asks: [
        'I cannot open {app}, it says I have no permission',
        'How do I get access to {app} for a new colleague? {name} starts {day}',
        'who approves access to {app}',
      ],
      says: [
        'Access to {app} is given by the team that owns it. Ask for it on the portal under *Access*: the owner gets a message, and usually agrees within the day.',
      ],
    },
    {
      ...{ by: 'tool', language: 'en', title: 'State of a ticket' },
      asks: ['What about my ticket {order}?', 'is {order} done yet', 'Any news on {order}?'],
      says: [
        'Ticket **{order}** is in progress: {name} has ordered the part, and it should be here {day}.',
        'Ticket **{order}** was closed this morning. If it is not solved, I can open it again.',
      ],
    },
    {
      ...{ by: 'scenario', language: 'en', title: 'Report a problem', weight: 12 },
      asks: [
        'report a problem',
        'my {device} is broken, I want to report a problem',
        'I need to report a problem with my {device}',
      ],
      says: ['What is it about? A laptop, a screen, a phone?'],
      further: [
        { ask: ['the {device}', 'a {device}'], say: 'What is wrong with it?' },
        {
          ask: ['it does not turn on any more', 'the screen flickers', 'it fell on the floor {day}'],
          say: 'Thank you. It is number {order}; somebody comes by {day}.',
        },
      ],
    },
    {
      ...{ by: 'nobody', language: 'en', title: 'Unknown', weight: 7 },
      asks: [
        'Can I have a second monitor at home?',
        'do we have licences for the drawing program',
        'Which laptop will we get next year?',
        'can you unlock the bike cellar',
      ],
      says: ['I do not know that. A colleague answers at extension 11.'],
    },
    {
      ...{ by: 'person', language: 'en', title: 'A person, please', weight: 3 },
      asks: ['I want to talk to a human', 'Can somebody call me? My account was hacked', 'please get me a real person'],
      says: ['I have asked a colleague to join. They see what we talked about here.'],
    },
    {
      ...{ by: 'knowledge', language: 'ja', title: 'VPN', weight: 8 },
      asks: ['VPNの設定方法を教えてください', '自宅からVPNにつながりません', '海外からもVPNは使えますか'],
      says: [
        'ポータルから「Tunnel」を入れて、社員アカウントでサインインしてください。海外からも使えます。12時間ごとに再サインインが必要です。',
      ],
    },
    {
      ...{ by: 'model', language: 'ja', title: 'パソコンの不調', weight: 8 },
      asks: [
        '更新してから{device}が重いです',
        '会議中に{device}の音が出なくなりました',
        '{device}の電源が入らないのですが',
      ],
      says: [
        'まず電源につないだまま一度再起動してください。それでも直らなければ、{day}の{time}以降に窓口へお持ちいただければ、その場で確認します。',
        '設定の「サウンド」で{device}が選ばれているかご確認ください。別の会議で使えるなら、アプリの再起動で直ることが多いです。',
      ],
    },
    {
      ...{ by: 'nobody', language: 'ja', title: '答えのない質問', weight: 3 },
      asks: ['自宅用にモニターを借りられますか', '退職者のメールはいつまで残りますか'],
      says: ['申し訳ありません、わかりません。内線11で担当者がお答えします。'],
    },
  ],
}
