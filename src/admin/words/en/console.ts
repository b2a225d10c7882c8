export const consoleWords = {
  noPublicUrl:
    'Nobody has said where people reach Parley in a browser. Its operator sets PUBLIC_URL, for example https://parley.example.com.',
  noHandover: 'There is no such hand-over, or it is not one of your agents’.',
  noTurn: 'There is no such turn, or it is not one of your agents’.',
  noSession: 'There is no such session. It may have ended by itself.',
  linkIsGone:
    'This link does not open the console any more: it works once, within five minutes. Ask for a new one with `/agent console`.',
  signedOut: 'You are not signed in, or not any more. Ask for a new link with `/agent console`.',
  ownPageOnly:
    'Only the console’s own page may ask this, at the address that PUBLIC_URL says, or on this machine at localhost.',
  notYours: 'Your role does not let you do that here.',
}
