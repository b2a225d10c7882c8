export const consoleWords = {
  noPublicUrl:
    'Nobody has said where people reach Parley in a browser. Its operator sets PUBLIC_URL, for example https://parley.example.com.',
  noHandover: 'There is no such hand-over, or it is not one of your agents’.',
  noPage: 'The request cannot be understood; `errors` says why.',
  noTurn: 'There is no such turn, or it is not one of your agents’.',
  noSession: 'There is no such session. It may have ended by itself.',
  linkIsGone:
    'This link does not open the console any more: it works once, within five minutes. Ask for a new one with `/agent console`.',
  signedOut: 'You are not signed in, or not any more. Ask for a new link with `/agent console`.',
  ownPageOnly:
    'Only the console’s own page may ask this, at the address that PUBLIC_URL says, or on this machine at localhost.',
  noIssuer: 'Nobody signs in here by that name. Open the console, and choose one of those that it offers.',
  signInIsGone:
    'This sign-in was not begun in this browser, or more than ten minutes ago, or was used already. Open the console, and begin it again.',
  issuerAway: (name: string) =>
    `${name} cannot be reached right now, so you cannot sign in with it. Please try again in a moment.`,
  denied: (name: string) =>
    `${name} says that you did not agree, so you are not signed in. Begin again if you change your mind.`,
  untrue: (name: string) =>
    `What came back from ${name} could not be relied on, so nobody is signed in. Please begin again. If it happens again, the log tells the operator why.`,
  untold: (name: string) =>
    `${name} did not tell who you are in a way that is known here, so you are not signed in. The operator may have to ask it for something else.`,
  unverified: (name: string, who: string) =>
    `${name} has not made sure that ${who} is your address. Verify it there, and sign in again.`,
  stranger: (name: string, who: string) =>
    `${name} says that you are ${who}. Nobody who is known by that administers an agent here. If you are to, show this to an owner.`,
  notYours: 'Your role does not let you do that here.',
}
