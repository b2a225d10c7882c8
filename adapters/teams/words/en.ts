/** What we say about showing a command's answer; what it says itself comes with it. */
export const en = {
  beginning:
    'Make an Azure Bot (TEAMS_APP_TYPE is SingleTenant) whose messaging endpoint is your public address with /api/messages, and a secret of its app.',
  /** Read by whoever adds the app, and who looks it up. */
  app: {
    short: 'Ask the agents of your team.',
    full: 'Talk to the agents of your team in chats, group chats and channels. Admins create and shape them with /agent.',
    heard:
      'Where you add it, it can read what was said, so that it sees the thread that it is asked in; Microsoft Teams then tells it every message there. It keeps none but those of threads it takes part in, or where an admin had it say that it listens.',
  },
  working: 'Working on it…',
  failed: 'Something went wrong. Please try again in a moment.',
  /** Beside the progress bar. */
  lines: {
    thinking: 'Thinking…',
    searching: 'Searching…',
  },
  slow: 'That takes longer than usual. Please press the button again.',
  openForm: 'Open the form',
  formWaits: 'The form is ready.',
  choose: 'Choose',
  nothing: '(nothing)',
  tooLong: 'Too long to show here; it stays as it is unless you write something.',
  attached: (names: readonly string[]) => `Attached: ${names.join(', ')}`,
  /** `line`: the message that the file is to be attached to. */
  attach: (line: string) => `Forms in Teams take no files: in our personal chat, attach it to the message \`${line}\`.`,
  filesGone:
    'The file that you attached is not there any more, so nothing was changed. Please attach it to the command again.',
  fileGone: (name: string) =>
    `\`${name}\` was offered too long ago: it is kept no more. Please ask me for it once more.`,
  fileNotTaken: (name: string) => `\`${name}\` could not be put into your files. Please ask me for it once more.`,
  fileComes: (name: string) => `\`${name}\` follows.`,
  fileIsCut: (shown: number, all: number) => `These are its first ${shown} of ${all} lines.`,
  /** In the menu of a message, and what comes of it. */
  askAbout: {
    /** At most 32 characters with the name of the app. */
    command: (app: string) => `Ask ${app} about this`,
    about: 'Ask about this message. The answer comes in your personal chat.',
    title: 'Ask about this message',
    label: 'Your question',
    ask: 'Ask',
    missing: 'Please write what you would like to know.',
    nothing: 'There is nothing in this message that I could read.',
    comes: 'The answer comes in our personal chat.',
    noChat: 'I cannot write to you alone. Please add me under Apps, open a chat with me, and ask again.',
  },
  /** Of a card that somebody presses or sees. */
  card: {
    gone: 'This cannot be shown anew. Please write to me instead.',
    unknown: 'I do not know this button. It may be of an older version of me.',
  },
  /** In the compose box: at most 32 characters of a title, and 128 of what is said about it. */
  search: {
    command: 'Search knowledge',
    about: 'Search what the agent here knows, and put what is found into your message.',
    parameter: 'Search',
    what: 'What you are looking for.',
    hint: 'Type what you are looking for.',
    nothing: 'Nothing was found. Please try other words.',
    slow: 'The search takes longer than usual. Please try again.',
    open: 'Open the source',
  },
  /** `person`: how they are called there. */
  inPrivate: (person: string) => `${person}, the answer is in our personal chat.`,
  notPrivate: (person: string) =>
    `${person}, I cannot tell you that alone here. Please open a personal chat with me and use the command there.`,
  /** Of signing people in for servers of tools. What they were asked by still has its button *Connect*. */
  sso: {
    card: 'Sign in, so that I can go on in your name.',
    button: 'Sign in',
    noChat:
      'I cannot sign you in, because I cannot write to you alone. Please add me under Apps, open a chat with me, and press Connect once more.',
    notSignedIn: 'You are not signed in, so nothing was connected. Press Connect once more to try it again.',
    over: 'Nothing waits for you to sign in any more. If it is still needed, please ask me again.',
    away: 'Microsoft could not be reached to sign you in. Nothing is lost: press Connect once more in a while.',
    unsuitable:
      'You cannot be signed in: the OAuth connection of this app is not set up right. Nothing is lost; tell an admin, and press Connect once more when it is.',
    notInTheirName: (code: string) =>
      `Microsoft gives me no access in your name (${code}). An administrator of Microsoft Entra has to agree to it for the app; press Connect once more then.`,
    /** By the codes of Teams, which itself shows nothing of most of them. */
    failures: {
      installappfailed:
        'Teams could not add me to your personal apps, so you are not signed in. Please add me under Apps, and press Connect once more.',
      authrequestfailed: 'Microsoft did not answer Teams, so you are not signed in. Press Connect once more.',
      installedappnotfound:
        'Teams signs you in only where I am added. Please add me under Apps, and press Connect once more.',
      resourcematchfailed:
        'Teams could not sign you in: the Application ID URI of the app in Entra is not that of its package (resourcematchfailed). Please tell an admin.',
      tokenmissing:
        'Teams got no token of yours from Microsoft (tokenmissing). Sign out of Teams and in again, and press Connect once more; if that does not help, please tell an admin.',
      oauthcardnotvalid: 'Teams could not read how you are to be signed in (oauthcardnotvalid). Please tell an admin.',
      invokeerror: 'Teams failed at signing you in (invokeerror). Press Connect once more.',
    },
    failed: 'Teams could not sign you in. Press Connect once more; if that does not help, please tell an admin.',
  },
  doctor: {
    authNone:
      'TEAMS_AUTH is none: everybody who reaches Parley may speak for Teams. Unset it but for the Agents Playground.',
    notSet: (names: readonly string[], registrations: string) =>
      `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not set. They stand in the registration of the bot at ${registrations}.`,
    messagingEndpoint:
      'Which address the bot calls cannot be seen from here: Messaging endpoint, under Configuration of the Azure Bot, must be the public address of Parley with /api/messages, and Microsoft Teams must be one of its Channels.',
    noTenants: 'Nobody has written to it yet. `parley teams package` writes what an administrator uploads to Teams.',
    andFiles: ', and files of channels',
    butFiles: '; not files of channels (Files.Read.All)',
    tenantLets: (files: string) =>
      `the tenant lets it read what was said in channels (ChannelMessage.Read.All)${files}`,
    teams: (count: number) => `${count} ${count === 1 ? 'team or chat' : 'teams and chats'}`,
    signsOn: (connection: string, servers: string) =>
      `people are signed in by the OAuth connection ${connection} at ${servers}`,
    noConnection: (connection: string, others: string) =>
      `The bot has no OAuth connection ${connection}${others && `, but ${others}`}: TEAMS_OAUTH_CONNECTION has to be a name under Configuration of the Azure Bot.`,
    noTokenStore: (origin: string) =>
      `Microsoft’s token store could not be asked at ${origin}. Is this machine let out? A bot of another region has another one: TEAMS_OAUTH_URL.`,
    howToLet:
      'A package of `parley teams package --hears-all` asks for it, and whoever owns the team or chat adds the app anew.',
    nobodyLets: (denied: string | undefined, how: string) =>
      `Nobody has let it read what was said${denied === undefined ? '' : ` (${denied} that it was asked in)`}: an agent sees what mentions it. ${how}`,
    someLet: (given: string, files: string) => `${given} let it read what was said${files}`,
    othersDidNot: (denied: string, names: string, how: string) => `; ${denied} did not: ${names}. ${how}`,
    endUnknown:
      'When the client secret ends cannot be seen from here: set TEAMS_APP_PASSWORD_EXPIRES to the day that stands beside it, and it is said in time.',
    notAsked: (isMachine: boolean, origin: string) =>
      `${isMachine ? 'The machine' : 'Microsoft'} could not be asked at ${origin}. Is this machine let out?`,
    status: (status: number) => `status ${status}`,
    noToken: (code: string, why: string) => `Microsoft gives none (${code}). ${why}`,
    checkAll: 'Check the app, its tenant and what it shows.',
    refusals: {
      AADSTS700016: (registrations: string) =>
        `TEAMS_APP_ID is no app of that tenant. Copy the Application (client) ID from the app at ${registrations}, and check TEAMS_TENANT_ID.`,
      AADSTS7000215: () =>
        'TEAMS_APP_PASSWORD is not a secret of this app. Copy the Value, not the Secret ID, of one under Certificates & secrets.',
      AADSTS7000222: () =>
        'TEAMS_APP_PASSWORD has expired. Make a new client secret under Certificates & secrets of the app.',
      AADSTS700027: () =>
        'The registration does not know the certificate of TEAMS_CERTIFICATE_FILE. Upload it (without its key) under Certificates & secrets of the app.',
      AADSTS70021: () =>
        'The registration trusts no such token. Under Certificates & secrets, Federated credentials, its issuer, subject and audience must be those of the token.',
      AADSTS700213: () =>
        'The registration trusts no token of that subject. Compare the subject under Certificates & secrets, Federated credentials.',
      AADSTS90002: (registrations: string) =>
        `There is no such tenant. Copy the Directory (tenant) ID from the Overview of the app at ${registrations} into TEAMS_TENANT_ID.`,
      AADSTS900023: (registrations: string) =>
        `TEAMS_TENANT_ID is not a tenant. Copy the Directory (tenant) ID from the Overview of the app at ${registrations}.`,
      AADSTS50034: () => 'The app is not known in that tenant. Check TEAMS_TENANT_ID.',
      AADSTS53003: () =>
        'A Conditional Access policy of the tenant keeps the app out. Ask whoever runs Microsoft Entra there.',
    },
    audience: (is: string, wanted: string) => `aud is ${is}, not ${wanted}: Teams would answer 401`,
    otherApp: (is: string) => `appid is ${is}, not TEAMS_APP_ID`,
    notBots: (tid: string, bots: string) =>
      `tid is ${tid}, but that of multi-tenant bots is ${bots}; a bot of one tenant needs TEAMS_APP_TYPE=SingleTenant`,
    otherTenant: (tid: string) =>
      `tid is ${tid}, not TEAMS_TENANT_ID: the bot hears, but each of its answers is refused with 401`,
    token: (aud: string, tid: string, type: string) =>
      `aud ${aud}, tid ${tid}: ${type}, as the bot has to be registered`,
    faults: (all: readonly string[]) => `${all.join('; ')}.`,
    keys: (count: number) => `${count}, by which Parley knows that it is Teams that speaks`,
    noKeys: (url: string) => `They could not be fetched through ${url}; without them everything Teams says is refused.`,
    noAnswer: (address: string) => `Nothing answers at ${address}. Start Parley to have it checked.`,
    isThere: (address: string, refuses: boolean) =>
      `${address} is there${refuses ? ', and refuses who is not Teams' : ''}`,
    isNot: (address: string, status: number, expected: number) =>
      `${address} answers ${status} to a request without a token, where ${expected} is right. Is it this Parley that listens there?`,
  },
  ending: {
    secret: 'client secret',
    certificate: 'certificate',
    ended: (day: string) => `ended on ${day}`,
    ends: (day: string, days: number) => `ends on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}`,
    of: (what: string, when: string) => `the ${what} of the app ${when}`,
    newSecret: 'Make a new one under Certificates & secrets of the app, and set it and TEAMS_APP_PASSWORD_EXPIRES',
    newCertificate:
      'Upload a new one under Certificates & secrets of the app, and put it with its key into the file of TEAMS_CERTIFICATE_FILE: it is read again within the hour',
    said: (what: string, how: string) => `${what}. ${how}`,
    sentence: (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`,
  },
}
