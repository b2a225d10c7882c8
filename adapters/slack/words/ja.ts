import type { en as english } from './en.ts'

export const ja: typeof english = {
  beginning:
    'https://api.slack.com/apps で("From a manifest")、`parley slack manifest` の出力からアプリを作ってインストールし、connections:write を持つ App-Level Token を作ってください。',
  working: '処理しています…',
  failed: '問題が発生しました。しばらくしてからもう一度お試しください。',
  notInstalled:
    'このワークスペースにはインストールされていないため、実行できません。ワークスペースの管理者に、もう一度追加するよう依頼してください。',
  interrupted: '処理中に Parley が再起動しました。実行済みの可能性があるため、確認してからもう一度お試しください。',
  openForm: 'フォームを開く',
  formWaits: 'フォームの用意ができました。',
  cancel: 'キャンセル',
  close: '閉じる',
  on: 'オン',
  choose: '選択',
  done: '完了しました。結果は会話に表示されています。',
  fileComes: (name) => `\`${name}\` はダイレクトメッセージで送ります。`,
  fileIsHere: (name) => `コマンドの結果の \`${name}\` です。`,
  fileIsLost: (name) => `\`${name}\` を送信できませんでした。もう一度お試しください。`,
  stepOfNobody:
    'このワークフローのステップには質問者が指定されていません。「Who asks」に、ワークフローを開始した人などを指定してください。',
  stepAsksNothing: 'このワークフローのステップには質問がありません。「Question」に質問を入れてください。',
  stepsAreOff:
    'この Parley はワークフローからの質問を受け付けていません。運用担当者が `slack.steps` で有効にできます。',
  status: {
    received: 'が考えています…',
    waiting: 'は前のご質問の後にお答えします…',
    thinking: 'が考えています…',
    searching: 'が検索しています…',
  },
  doctor: {
    noToken: (apps) =>
      `SLACK_BOT_TOKEN も SLACK_CLIENT_ID も設定されていません。\`parley slack manifest\` の出力から ${apps} でアプリを作ってインストールし、Bot User OAuth Token をコピーしてください。`,
    notInstalled: (url) =>
      `アプリをインストールしたワークスペースがありません。${url}/slack/install を公開アドレスで開いてください。`,
    hearsNothing:
      'Slack から Parley に届く経路がありません。SLACK_APP_TOKEN(connections:write を持つ App-Level Token)か、SLACK_SIGNING_SECRET と公開アドレスを設定してください。',
    tokenRefused: (error, apps) =>
      `Slack に拒否されました(${error})。${apps} にあるアプリの OAuth & Permissions から Bot User OAuth Token(xoxb-…)をコピーするか、アプリをインストールし直してください。`,
    isBot: (user, id, team) => `${team} の ${user} (${id})`,
    scopesMissing: (names) =>
      `足りないスコープ: ${names}。アプリの OAuth & Permissions で加え、インストールし直してください。`,
    appTokenRefused: (error, apps) =>
      `Slack に拒否されました(${error})。${apps} にあるアプリの Basic Information で connections:write を持つ App-Level Token(xapp-…)を作り、Socket Mode を有効にしてください。`,
    mayConnect: '接続を開けます。',
    noGreeting: '応答なし',
    notGreeted: (why) =>
      `接続に Slack が応答しません(${why})。ここと Slack の間で WebSocket が止められているかもしれません。1 つのアプリの接続は 10 本までです。`,
    otherApp: (app, others) =>
      `SLACK_APP_TOKEN はアプリ ${app} のもの、ボットトークンは ${others} のものです。同じアプリのものを使ってください。`,
    greets: (app) => `${app ? `アプリ ${app} として ` : ''}Slack が応答しました。`,
    secretForm:
      'SLACK_SIGNING_SECRET が、Slack の作る 0-9 と a-f の 32 文字ではありません。アプリの Basic Information から Signing Secret をコピーしてください。',
    noAnswer: (target) => `${target} で応答するものがありません。Parley を起動してから、もう一度確認してください。`,
    signedRefused: (target, status) =>
      `署名した要求への ${target} の応答が ${status} でした。この SLACK_SIGNING_SECRET で Parley を起動してください。`,
    takesSigned: (target) => `${target} は署名されたものだけを受け取ります。`,
    needsPublic: 'Slack には公開アドレスが必要です。',
    takesForged: (target) => `${target} は署名のないものを受け取ります。そこで応答しているのは Parley ではありません。`,
    configToken: (apps) =>
      `確認できるのは App Configuration Token だけです。${apps} の Your App Configuration Tokens で作り、このコマンドに SLACK_CONFIG_TOKEN として渡すか、\`parley slack manifest\` と見比べてください。`,
    notRenewed: (why, apps, file) =>
      `Slack から新しいトークンを得られません(${why})。${apps} の Your App Configuration Tokens で作り、その組を ${file} に入れ直してください。`,
    notWritten: (file, apps) =>
      `${file} に書き込めませんでした。このコマンドに書き込みを許可し、${apps} の Your App Configuration Tokens で作った新しい組を入れてください。`,
    noPair: (file, apps) =>
      `${file} には {"token": "xoxe.xoxp-…", "refresh_token": "xoxe-…"} を入れてください。${apps} の Your App Configuration Tokens で作れます。`,
    nothingMended:
      '何も変更していません。Slack がこの Parley に届くアドレスが分かりません。PUBLIC_URL を設定してください。',
    nothingMissing: '足りないものはありません。',
    stillMissing: (missing, why) => `足りないもの: ${missing}。${why}`,
    notMended: (why, apps) => `Slack が変更を受け付けません(${why})。${apps} で変更してください。`,
    mended: (missing) => `直しました: ${missing}。`,
    installAgain: '新しいスコープを有効にするため、アプリをインストールし直してください。',
    whichApp: 'どのアプリか分かりません。先にトークンを直してください。',
    configTokenRefused: (error, apps) =>
      `Slack に SLACK_CONFIG_TOKEN を拒否されました(${error})。${apps} で新しく作ってください。有効期間は 12 時間です。`,
    eventsMissing: (names) =>
      `足りないイベント: ${names}。アプリの Event Subscriptions の Subscribe to bot events で加えてください。`,
    interacts: 'ボタンとショートカットは Parley に届きます。',
    interactsNot: '無効なので、ボタンを押しても何も起きません。Interactivity & Shortcuts で有効にしてください。',
    isAgent: 'アプリの Messages タブから話せます。',
    isNoAgent:
      'アプリがエージェントになっていません。Agents & AI Apps を有効にするか、`parley slack manifest` の出力を取り込んでください。',
    noHome: '無効なので、利用者のページが表示されません。App Home で有効にしてください。不要ならこのままで構いません。',
    noShortcuts: (all) =>
      `メッセージショートカット ${all.join('、')} がありません。Interactivity & Shortcuts で加えてください。不要ならこのままで構いません。`,
    noPublicUrl: 'どのリンクを展開するか分かりません。PUBLIC_URL を設定してください。',
    noDomain: (domain) =>
      `アプリの Event Subscriptions の App unfurl domains に ${domain} を加え、インストールし直してください。`,
    noStep:
      'ワークフロービルダーにこのアプリのステップがありません。`parley slack manifest --steps` の出力から `functions`、`function_runtime`、`org_deploy_enabled` を取り込み、インストールし直してください。',
    tokensEnd:
      '有効なので、SLACK_BOT_TOKEN は 12 時間で切れます。これのないアプリを使うか、SLACK_CLIENT_ID と SLACK_CLIENT_SECRET でインストールさせてください。そのトークンは更新されます。',
    noCommand: (name) => `${name} がありません。アプリの Slash Commands で加え、インストールし直してください。`,
    escapesNot: (name) =>
      `${name} では人の ID が届きません。Slash Commands で "Escape channels, users, and links" にチェックを入れてください。`,
    commandNowhere: (name) => `${name} に Request URL がありません。https://…/slack/events を設定してください。`,
    socketOff: '無効です。アプリで有効にしてください。',
    socketOn:
      '有効なので、Slack は Request URL を呼びません。アプリで無効にするか、SLACK_APP_TOKEN を設定してください。',
    noUrl: (where) => `設定されていません。${where.join(' と ')} に https://…/slack/events を設定してください。`,
    redirects: (to) =>
      `Slack からの戻り先が${to ? ` ${to} になっています` : '設定されていません'}。OAuth & Permissions の最初の Redirect URL に https://…/slack/oauth_redirect を設定してください。`,
    noJson: (origin, status) =>
      `${origin} の応答が ${status} で、JSON ではありません。1 分後にもう一度確認してください。`,
    unreachable: (origin) =>
      `${origin} に届きません。ネットワークと、設定していれば SLACK_API_URL を確認してください。`,
  },
}
