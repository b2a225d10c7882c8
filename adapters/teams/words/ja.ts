import type { en as english } from './en.ts'

export const ja: typeof english = {
  beginning:
    'Azure Bot(TEAMS_APP_TYPE は SingleTenant)を作り、メッセージング エンドポイントに公開アドレスと /api/messages を指定し、アプリのシークレットを作ってください。',
  app: {
    short: 'チームのエージェントに質問できます。',
    full: 'チャット、グループ チャット、チャネルで、チームのエージェントと話せます。管理者は /agent でエージェントを作り、整えます。',
    heard:
      '追加した場所では、質問されたスレッドの内容を把握するために、そこでの発言を読めるようになり、Microsoft Teams はそこのすべてのメッセージを伝えます。保存するのは、参加しているスレッドのものと、聞いていることを管理者が知らせた場所のものだけです。',
  },
  working: '処理しています…',
  failed: '問題が発生しました。しばらくしてからもう一度お試しください。',
  lines: {
    thinking: '考えています…',
    searching: '検索しています…',
  },
  slow: '時間がかかっています。もう一度ボタンを押してください。',
  openForm: 'フォームを開く',
  formWaits: 'フォームの用意ができました。',
  choose: '選択',
  nothing: '(なし)',
  tooLong: '長いためここには表示できません。何も書かなければそのまま残ります。',
  attached: (names) => `添付: ${names.join('、')}`,
  attach: (line) =>
    `Teams のフォームにはファイルを添付できません。個人チャットで、\`${line}\` のメッセージに添付してください。`,
  filesGone: '添付されたファイルが見つからないため、変更していません。もう一度コマンドに添付してください。',
  fileGone: (name: string) => `\`${name}\` は提示から時間がたったため、もう保管していません。もう一度お尋ねください。`,
  fileNotTaken: (name: string) => `\`${name}\` をあなたのファイルに置けませんでした。もう一度お尋ねください。`,
  fileComes: (name) => `\`${name}\` は次のメッセージにあります。`,
  fileIsCut: (shown, all) => `全 ${all} 行のうち、最初の ${shown} 行です。`,
  askAbout: {
    command: (app) => `${app} に質問`,
    about: 'このメッセージについて質問します。回答は個人チャットに届きます。',
    title: 'このメッセージについて質問',
    label: '質問',
    ask: '質問する',
    missing: '知りたいことを書いてください。',
    nothing: 'このメッセージには、読み取れる内容がありません。',
    comes: '回答は個人チャットに届きます。',
    noChat: '個人チャットに書き込めません。「アプリ」から追加してチャットを開き、もう一度質問してください。',
  },
  card: {
    gone: '最新の内容を表示できませんでした。メッセージでお尋ねください。',
    unknown: 'このボタンは使えません。以前のバージョンのものかもしれません。',
  },
  search: {
    command: 'ナレッジを検索',
    about: 'ここで答えるエージェントのナレッジを検索し、見つかった内容をメッセージに挿入します。',
    parameter: '検索',
    what: '探している内容',
    hint: '探している内容を入力してください。',
    nothing: '見つかりませんでした。別の言葉でお試しください。',
    slow: '検索に時間がかかっています。もう一度お試しください。',
    open: '出典を開く',
  },
  inPrivate: (person) => `${person}さん、回答は個人チャットに送りました。`,
  notPrivate: (person) =>
    `${person}さん、ここではあなただけにお見せできません。個人チャットを開いて、そこでコマンドを使ってください。`,
  sso: {
    card: 'あなたの名前で続けられるように、サインインしてください。',
    button: 'サインイン',
    noChat:
      'あなただけに書き込むことができないため、サインインできません。「アプリ」から私を追加し、チャットを開いて、もう一度「接続する」を押してください。',
    notSignedIn: 'サインインしていないため、何も接続していません。やり直すには、もう一度「接続する」を押してください。',
    over: 'サインインを待っているものは、もうありません。必要であれば、もう一度依頼してください。',
    away: 'Microsoft に接続できず、サインインできませんでした。失われたものはありません。しばらくしてから、もう一度「接続する」を押してください。',
    unsuitable:
      'サインインできません。このアプリの OAuth 接続が正しく設定されていません。失われたものはありません。管理者に知らせ、直った後でもう一度「接続する」を押してください。',
    notInTheirName: (code) =>
      `Microsoft が、あなたの名前でのアクセスを許可していません(${code})。Microsoft Entra の管理者がアプリに同意する必要があります。その後でもう一度「接続する」を押してください。`,
    failures: {
      installappfailed:
        'Teams が私を個人用アプリに追加できなかったため、サインインしていません。「アプリ」から私を追加し、もう一度「接続する」を押してください。',
      authrequestfailed:
        'Microsoft が Teams に応答しなかったため、サインインしていません。もう一度「接続する」を押してください。',
      installedappnotfound:
        'Teams は、私が追加されている場合にだけサインインします。「アプリ」から私を追加し、もう一度「接続する」を押してください。',
      resourcematchfailed:
        'Teams でサインインできませんでした。Entra でのアプリケーション ID URI が、アプリ パッケージのものと一致していません(resourcematchfailed)。管理者にお知らせください。',
      tokenmissing:
        'Teams が Microsoft からあなたのトークンを取得できませんでした(tokenmissing)。Teams からサインアウトして入り直し、もう一度「接続する」を押してください。それでも直らなければ、管理者にお知らせください。',
      oauthcardnotvalid:
        'Teams がサインインの方法を読み取れませんでした(oauthcardnotvalid)。管理者にお知らせください。',
      invokeerror: 'Teams でのサインインに失敗しました(invokeerror)。もう一度「接続する」を押してください。',
    },
    failed:
      'Teams でサインインできませんでした。もう一度「接続する」を押してください。それでも直らなければ、管理者にお知らせください。',
  },
  doctor: {
    authNone:
      'TEAMS_AUTH が none です。Parley に届く誰もが Teams を名乗れます。Agents Playground のため以外では設定しないでください。',
    notSet: (names, registrations) =>
      `${names.join('、')} が設定されていません。ボットの登録(${registrations})にあります。`,
    messagingEndpoint:
      'ボットがどのアドレスを呼ぶかは、ここからは確認できません。Azure Bot の Configuration にある Messaging endpoint が、Parley の公開アドレスに /api/messages を付けたものであること、Channels に Microsoft Teams があることを確認してください。',
    noTenants:
      'まだ誰も書き込んでいません。管理者が Teams にアップロードするものは `parley teams package` で作れます。',
    andFiles: '。チャンネルのファイルも読めます',
    butFiles: '。チャンネルのファイルは読めません(Files.Read.All)',
    tenantLets: (files) => `テナントが、チャンネルでの発言を読むことを許可しています(ChannelMessage.Read.All)${files}`,
    teams: (count) => `${count} 個のチームまたはチャット`,
    signsOn: (connection, servers) => `OAuth 接続 ${connection} で、${servers} にサインインさせます`,
    noConnection: (connection, others) =>
      `ボットに OAuth 接続 ${connection} がありません${others && `(あるのは ${others})`}。TEAMS_OAUTH_CONNECTION には、Azure Bot の「構成」にある名前を指定してください。`,
    noTokenStore: (origin) =>
      `Microsoft のトークン ストアに ${origin} で問い合わせできませんでした。このマシンから外に出られますか。別のリージョンのボットでは、別のアドレスです: TEAMS_OAUTH_URL`,
    howToLet:
      '`parley teams package --hears-all` のパッケージは許可を求めます。チームまたはチャットの所有者が、アプリを追加し直してください。',
    nobodyLets: (denied, how) =>
      `発言を読む許可がありません${denied === undefined ? '' : `(${denied}で尋ねられました)`}。エージェントに見えるのは、自分へのメンションだけです。${how}`,
    someLet: (given, files) => `${given}が、発言を読むことを許可しています${files}`,
    othersDidNot: (denied, names, how) => `。${denied}は許可していません: ${names}。${how}`,
    endUnknown:
      'クライアントシークレットの期限は、ここからは確認できません。シークレットの横にある日付を TEAMS_APP_PASSWORD_EXPIRES に設定すると、期限の前にお知らせします。',
    notAsked: (isMachine, origin) =>
      `${origin} で${isMachine ? 'マシン' : ' Microsoft '}に問い合わせできませんでした。このマシンから外に出られますか。`,
    status: (status) => `ステータス ${status}`,
    noToken: (code, why) => `Microsoft からトークンを得られません(${code})。${why}`,
    checkAll: 'アプリ、テナント、アプリが示す資格情報を確認してください。',
    refusals: {
      AADSTS700016: (registrations) =>
        `TEAMS_APP_ID は、そのテナントのアプリではありません。${registrations} にあるアプリから Application (client) ID をコピーし、TEAMS_TENANT_ID を確認してください。`,
      AADSTS7000215: () =>
        'TEAMS_APP_PASSWORD は、このアプリのシークレットではありません。Certificates & secrets から、Secret ID ではなく Value をコピーしてください。',
      AADSTS7000222: () =>
        'TEAMS_APP_PASSWORD の期限が切れています。アプリの Certificates & secrets で新しいクライアントシークレットを作ってください。',
      AADSTS700027: () =>
        'TEAMS_CERTIFICATE_FILE の証明書が登録されていません。アプリの Certificates & secrets に(キーを除いて)アップロードしてください。',
      AADSTS70021: () =>
        'そのようなトークンは、登録で信頼されていません。Certificates & secrets の Federated credentials にある発行元、サブジェクト、対象を、トークンのものと同じにしてください。',
      AADSTS700213: () =>
        'そのサブジェクトのトークンは、登録で信頼されていません。Certificates & secrets の Federated credentials にあるサブジェクトと見比べてください。',
      AADSTS90002: (registrations) =>
        `そのようなテナントはありません。${registrations} にあるアプリの Overview から Directory (tenant) ID を TEAMS_TENANT_ID にコピーしてください。`,
      AADSTS900023: (registrations) =>
        `TEAMS_TENANT_ID がテナントではありません。${registrations} にあるアプリの Overview から Directory (tenant) ID をコピーしてください。`,
      AADSTS50034: () => 'そのテナントにアプリがありません。TEAMS_TENANT_ID を確認してください。',
      AADSTS53003: () =>
        'テナントの条件付きアクセスポリシーがアプリを拒否しています。Microsoft Entra の管理者に相談してください。',
    },
    audience: (is, wanted) => `aud が ${wanted} ではなく ${is} です。Teams は 401 を返します`,
    otherApp: (is) => `appid が TEAMS_APP_ID ではなく ${is} です`,
    notBots: (tid, bots) =>
      `tid が ${tid} です。マルチテナントのボットでは ${bots} です。1 つのテナントのボットには TEAMS_APP_TYPE=SingleTenant が必要です`,
    otherTenant: (tid) =>
      `tid が TEAMS_TENANT_ID ではなく ${tid} です。ボットに届きますが、回答はすべて 401 で拒否されます`,
    token: (aud, tid, type) => `aud ${aud}、tid ${tid}: ${type}。ボットもこの種類で登録してください`,
    faults: (all) => `${all.join('。')}。`,
    keys: (count) => `${count} 個。話しているのが Teams であることを、これで確かめます`,
    noKeys: (url) => `${url} から取得できませんでした。これがないと、Teams からのものはすべて拒否されます。`,
    noAnswer: (address) => `${address} で応答するものがありません。確認するには Parley を起動してください。`,
    isThere: (address, refuses) => `${address} で応答しています${refuses ? '。Teams 以外は拒否します' : ''}`,
    isNot: (address, status, expected) =>
      `トークンのない要求への ${address} の応答は ${expected} であるべきところ、${status} でした。そこで待ち受けているのはこの Parley ですか。`,
  },
  ending: {
    secret: 'クライアントシークレット',
    certificate: '証明書',
    ended: (day) => `${day} に期限が切れました`,
    ends: (day, days) => `${day}(${days} 日後)に期限が切れます`,
    of: (what, when) => `アプリの${what}は ${when}`,
    newSecret:
      'アプリの Certificates & secrets で新しく作り、TEAMS_APP_PASSWORD と TEAMS_APP_PASSWORD_EXPIRES を設定してください',
    newCertificate:
      'アプリの Certificates & secrets に新しいものをアップロードし、キーとともに TEAMS_CERTIFICATE_FILE のファイルに入れてください。1 時間以内に読み直します',
    said: (what, how) => `${what}。${how}`,
    sentence: (text) => `${text}。`,
  },
}
