/** What we say about showing a command's answer; what it says itself comes with it. */
export const en = {
  beginning:
    'Make an app at https://api.slack.com/apps ("From a manifest") of what `parley slack manifest` prints, install it, and make an app-level token with connections:write.',
  working: 'Working on it…',
  failed: 'Something went wrong. Please try again in a moment.',
  notInstalled:
    'I am not installed in this workspace, or not any more, so I cannot do that. Please ask an admin of it to add me again.',
  interrupted: 'Parley was restarted meanwhile. What you asked for may have been done: look before you try again.',
  openForm: 'Open the form',
  formWaits: 'The form is ready.',
  cancel: 'Cancel',
  close: 'Close',
  on: 'On',
  choose: 'Choose',
  done: 'Done. The answer stands in the conversation.',
  fileComes: (name: string) => `\`${name}\` comes in your direct conversation with me.`,
  fileIsHere: (name: string) => `Here is \`${name}\`, from your command.`,
  fileIsLost: (name: string) => `\`${name}\` could not be sent. Please try again.`,
  stepOfNobody:
    'The step of this workflow does not say who asks: put a person into “Who asks”, such as whoever started it.',
  stepAsksNothing: 'The step of this workflow asks nothing: put something into “Question”.',
  stepsAreOff: 'This Parley takes no questions of workflows. Whoever runs it can switch that on with `slack.steps`.',
  /** Slack writes the app's name before it. */
  status: {
    received: 'is thinking…',
    waiting: 'answers after your other question…',
    thinking: 'is thinking…',
    searching: 'is searching…',
  },
  doctor: {
    noToken: (apps: string) =>
      `Neither SLACK_BOT_TOKEN nor SLACK_CLIENT_ID is set. Make an app of what \`parley slack manifest\` prints at ${apps}, install it, and copy its Bot User OAuth Token.`,
    notInstalled: (url: string) =>
      `No workspace has installed the app. Open ${url}/slack/install, through its public address.`,
    hearsNothing:
      'Slack has no way to tell Parley anything. Set SLACK_APP_TOKEN (an app-level token with connections:write), or SLACK_SIGNING_SECRET and a public address.',
    tokenRefused: (error: string, apps: string) =>
      `Slack refuses it (${error}). Copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions of your app at ${apps}, or install the app again.`,
    isBot: (user: string, id: string, team: string) => `${user} (${id}) in ${team}`,
    scopesMissing: (names: string) =>
      `Missing: ${names}. Add them under OAuth & Permissions of your app and install it again.`,
    appTokenRefused: (error: string, apps: string) =>
      `Slack refuses it (${error}). Make an app-level token (xapp-…) with connections:write under Basic Information of your app at ${apps}, and switch Socket Mode on.`,
    mayConnect: 'It may open connections.',
    noGreeting: 'no greeting came',
    notGreeted: (why: string) =>
      `Slack did not greet the connection (${why}). Something between here and Slack may hold back WebSockets; at most 10 connections of an app are allowed.`,
    otherApp: (app: string, others: string) =>
      `SLACK_APP_TOKEN is of the app ${app}, the bot token of ${others}. Take both from the same app.`,
    greets: (app: string | undefined) => `Slack greets it${app ? ` as the app ${app}` : ''}.`,
    secretForm:
      'SLACK_SIGNING_SECRET is not 32 characters of 0-9 and a-f, as Slack makes them. Copy the Signing Secret from Basic Information of your app.',
    noAnswer: (target: string) => `Nothing answers at ${target}. Start Parley, then look again.`,
    signedRefused: (target: string, status: number) =>
      `${target} answered ${status} to a signed request. Start Parley with this SLACK_SIGNING_SECRET.`,
    takesSigned: (target: string) => `${target} takes what is signed, and only that.`,
    needsPublic: 'Slack needs its public address.',
    takesForged: (target: string) => `${target} takes what is not signed. It is not Parley that answers there.`,
    configToken: (apps: string) =>
      `Only an app configuration token may see them. Make one at ${apps}, under Your App Configuration Tokens, set it as SLACK_CONFIG_TOKEN for this command, or compare with \`parley slack manifest\`.`,
    notRenewed: (why: string, apps: string, file: string) =>
      `Slack gives no new token (${why}). Make one at ${apps}, under Your App Configuration Tokens, and put the pair into ${file} anew.`,
    notWritten: (file: string, apps: string) =>
      `${file} could not be written. Let this command write there, and put a new pair into it: Make one at ${apps}, under Your App Configuration Tokens.`,
    noPair: (file: string, apps: string) =>
      `${file} is to hold {"token": "xoxe.xoxp-…", "refresh_token": "xoxe-…"}. Make one at ${apps}, under Your App Configuration Tokens.`,
    nothingMended: 'Nothing was changed: where Slack reaches this Parley is not known. Set PUBLIC_URL.',
    nothingMissing: 'Nothing is missing.',
    stillMissing: (missing: string, why: string) => `Missing: ${missing}. ${why}`,
    notMended: (why: string, apps: string) => `Slack does not take the change (${why}): make it at ${apps}.`,
    mended: (missing: string) => `Mended: ${missing}.`,
    installAgain: 'Install the app again, so that its new scopes count.',
    whichApp: 'It is not known which app this is: mend the tokens first.',
    configTokenRefused: (error: string, apps: string) =>
      `Slack refuses SLACK_CONFIG_TOKEN (${error}). Make a new one at ${apps}; it lasts 12 hours.`,
    eventsMissing: (names: string) =>
      `Missing: ${names}. Add them under Event Subscriptions of your app, Subscribe to bot events.`,
    interacts: 'Buttons and shortcuts reach Parley.',
    interactsNot: 'It is off, so buttons do nothing. Switch it on under Interactivity & Shortcuts.',
    isAgent: 'People find it in its Messages tab.',
    isNoAgent: 'The app is not an agent. Switch on Agents & AI Apps, or take over what `parley slack manifest` prints.',
    noHome: 'It is off, so people find no page of theirs there. Switch it on under App Home, or leave it out.',
    noShortcuts: (all: readonly string[]) =>
      `There is no message shortcut ${all.join(' and no ')}. Add it under Interactivity & Shortcuts, or leave it out.`,
    noPublicUrl: 'Whose links Slack is to tell of is not known: set PUBLIC_URL.',
    noDomain: (domain: string) =>
      `Add ${domain} under Event Subscriptions of your app, App unfurl domains, and install it again.`,
    noStep:
      'Workflow Builder has no step of this app. Take `functions`, `function_runtime` and `org_deploy_enabled` over from what `parley slack manifest --steps` prints, and install it again.',
    tokensEnd:
      'It is on, so SLACK_BOT_TOKEN ends after 12 hours. Use an app without it, or let the app be installed by SLACK_CLIENT_ID and SLACK_CLIENT_SECRET: those tokens are renewed.',
    noCommand: (name: string) => `There is no ${name}. Add it under Slash Commands of your app, and install it again.`,
    escapesNot: (name: string) =>
      `${name} does not tell people by their ids. Tick "Escape channels, users, and links" under Slash Commands.`,
    commandNowhere: (name: string) => `${name} has no Request URL. Set https://…/slack/events for it.`,
    socketOff: 'It is off. Switch it on in your app.',
    socketOn: 'It is on, so Slack calls no Request URL. Switch it off in your app, or set SLACK_APP_TOKEN.',
    noUrl: (where: readonly string[]) => `The app has none. Set https://…/slack/events under ${where.join(' and ')}.`,
    redirects: (to: string | undefined) =>
      `People come back from Slack to ${to ?? 'nowhere'}. Set https://…/slack/oauth_redirect as the first Redirect URL under OAuth & Permissions.`,
    noJson: (origin: string, status: number) => `${origin} answered ${status} and no JSON. Look again in a minute.`,
    unreachable: (origin: string) =>
      `${origin} could not be reached. Check the network and, if it is set, SLACK_API_URL.`,
  },
}
