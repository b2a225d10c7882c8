/** The clouds of Microsoft, as far as tokens tell them apart (botframework-connector 4.23.3, `GovernmentConstants`; Learn, national clouds). */
export const CLOUDS = {
  Public: { connector: 'https://api.botframework.com', graph: 'https://graph.microsoft.com', bots: 'botframework.com' },
  GCCHigh: {
    connector: 'https://api.botframework.us',
    graph: 'https://graph.microsoft.us',
    bots: 'MicrosoftServices.onmicrosoft.us',
  },
  DoD: {
    connector: 'https://api.botframework.us',
    graph: 'https://dod-graph.microsoft.us',
    bots: 'MicrosoftServices.onmicrosoft.us',
  },
  China: {
    connector: 'https://api.botframework.azure.cn',
    graph: 'https://microsoftgraph.chinacloudapi.cn',
    bots: 'microsoftservices.partner.onmschina.cn',
  },
} as const
