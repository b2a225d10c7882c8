export const toolGrantWords = {
  noPublicUrl:
    'Nobody can be sent to a page in the browser and come back: Parley’s operator sets PUBLIC_URL, for example https://parley.example.com.',
  linkIsGone:
    'This link has been used, or its ten minutes are over. Press the button in the chat once more for a new one.',
  otherBrowser:
    'This was begun in another browser, so nothing was connected. Press the button in the chat once more, and stay in the browser that it opens.',
  notConnected: 'That is not connected, or not any more.',
  failures: {
    away: 'The server, or who signs people in for it, could not be reached. Nothing was connected; try it again in a while.',
    unsuitable:
      'The server cannot be connected safely: what it says of how people are signed in is missing something, or leads somewhere that is not allowed. Tell whoever runs it.',
    unregistered:
      'Who signs people in for this server does not know Parley and registers nobody by itself. An admin gives the agent a client id that they have registered there (`client` in tools.yaml).',
    denied: 'You have not agreed, so nothing was connected.',
    failed:
      'Who signs people in for this server refused. Nothing was connected; press the button in the chat to try again.',
  },
}
