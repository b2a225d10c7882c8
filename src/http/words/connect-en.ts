export const connect = {
  title: 'Give an agent leave',
  about: (agent: string, server: string, host: string, by: string) =>
    `The agent ${agent} asks to use ${server} (${host}) in your name, for the chat account ${by}.`,
  onlyYou: (by: string) => `If you are not ${by}, close this page: whoever sent you the link would act there as you.`,
  aboutAll: (agent: string, server: string, host: string) =>
    `The agent ${agent} is to use ${server} (${host}), whoever talks with it, with the leave that you give on the next page.`,
  go: 'Continue',
  connected: 'Connected',
  done: (agent: string, server: string, host: string, by: string) =>
    `The agent ${agent} may use ${server} (${host}) in your name when ${by} asks it. /agent me shows that, and takes it back.`,
  doneForAll: (agent: string, server: string, host: string) =>
    `The agent ${agent} may use ${server} (${host}). /agent tool list shows that, and takes it back.`,
  close: 'You can close this page and go back to the chat.',
  notConnected: 'Not connected',
  denied: 'You have not agreed, so the agent has no leave. Ask it again in the chat if you change your mind.',
  ownPageOnly: 'This button works only on Parley’s own page. Press the button in the chat once more.',
}
