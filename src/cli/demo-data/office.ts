import type { DemoAgent } from './topic.ts'

export const office: DemoAgent = {
  id: 'office',
  displayName: '総務デスク',
  description: '休暇、経費、備品、会議室のご案内',
  platforms: ['slack', 'teams'],
  prompt: 'あなたは会社の総務デスクです。丁寧で簡潔な日本語で答え、社内規程にないことは「わかりません」と伝えます。',
  opening: 'こんにちは、総務デスクです。ご用件をどうぞ。',
  noAnswer: '申し訳ありません、わかりません。総務部（内線20）へお問い合わせください。',
  tool: 'leave_balance',
  topics: [
    {
      ...{ by: 'knowledge', language: 'ja', title: '休暇の申請', weight: 20 },
      asks: [
        '休暇の申請はどうすればいいですか',
        '有給休暇を取りたいのですが',
        '休暇申請の締め切りはいつですか',
        '半休は取れますか',
      ],
      says: [
        '休暇は勤怠システムの「休暇申請」から、取得日の3営業日前までに申請してください。半休と時間単位の取得もできます。承認者は直属の上長です。',
      ],
    },
    {
      ...{ by: 'knowledge', language: 'ja', title: '経費精算', weight: 18 },
      asks: [
        '経費精算の締め日はいつですか',
        '領収書をなくしました',
        '出張の交通費はどう申請しますか',
        '経費の上限を教えてください',
      ],
      says: [
        '経費は毎月25日が締め日で、翌月10日に振り込まれます。領収書の写真を添えてください。なくした場合は「支払証明書」を使えます。',
      ],
    },
    {
      ...{ by: 'rule', language: 'ja', title: '受付時間' },
      asks: ['総務の受付時間は？', '総務は何時までですか', '窓口は何時から開いていますか'],
      says: ['総務の窓口は平日9時から17時半までです。'],
    },
    {
      ...{ by: 'rule', language: 'ja', title: '名刺', weight: 8 },
      asks: ['名刺を注文したい', '名刺の追加はどこで頼めますか', '名刺がなくなりました'],
      says: ['名刺はポータルの「備品」から注文できます。木曜までのご注文は、翌週の水曜に届きます。'],
    },
    {
      ...{ by: 'scenario', language: 'ja', title: '会議室の予約', weight: 14 },
      asks: ['会議室を予約したい', '{day}に会議室を予約したいです', '会議室を予約したいのですが空いていますか'],
      says: ['承知しました。どの会議室にしますか？'],
      further: [
        { ask: ['{room}でお願いします', '{room}'], say: '何時からお使いになりますか？' },
        { ask: ['{time}から', '{day}の{time}からです'], say: '予約しました。受付番号は{order}です。' },
      ],
    },
    {
      ...{ by: 'tool', language: 'ja', title: '休暇の残り', weight: 12 },
      asks: ['有給はあと何日残っていますか', '休暇の残日数を教えて', '今年の残り休暇は？'],
      says: [
        '残りは**12日**です。うち3日は来年3月末で失効しますので、お早めにご利用ください。',
        '残りは**7日**と4時間です。',
      ],
    },
    {
      ...{ by: 'model', language: 'ja', title: '制度の相談', weight: 14 },
      asks: [
        '{name}さんの歓迎会の費用は経費になりますか',
        '在宅勤務の日に子どもの送迎で抜けたい場合はどうしたらいいですか',
        '{day}の健康診断は勤務扱いですか',
        '引っ越したので住所の変更をしたいです',
      ],
      says: [
        '一人あたり5,000円までは会議費として精算できます。参加者の名前を申請に書いてください。それを超える分は、事前に上長の承認が必要です。',
        'はい、会社が指定した健康診断は勤務扱いです。勤怠システムでは「外出」ではなく「健診」を選んでください。',
        'ポータルの「届出」から住所変更を提出してください。通勤経路が変わる場合は、同じ画面で定期代も更新できます。',
      ],
    },
    {
      ...{ by: 'nobody', language: 'ja', title: '答えのない質問', weight: 8 },
      asks: [
        '社員寮の空きはありますか',
        '副業の申請書はどこですか',
        '会社の保養所は来年も使えますか',
        '育休中の賞与はどうなりますか',
      ],
      says: ['申し訳ありません、わかりません。総務部（内線20）へお問い合わせください。'],
    },
    {
      ...{ by: 'person', language: 'ja', title: '担当者へ', weight: 3 },
      asks: ['担当者と話したいです', '人に相談したいことがあります', '直接話せる人はいますか'],
      says: ['担当者に引き継ぎました。ここまでの内容は担当者にも見えています。'],
    },
    {
      ...{ by: 'model', language: 'en', title: 'In English', weight: 6 },
      asks: [
        'How do I apply for leave {day}?',
        'Where do I hand in my receipts?',
        'I have moved, whom do I tell my new address?',
      ],
      says: [
        'You can do that in the time sheet: choose *Leave*, the days, and your manager as approver. Please do so three working days ahead.',
        'Take a photo of each receipt and add it to the expense system by the 25th. It is paid on the 10th of the next month.',
      ],
    },
  ],
}
