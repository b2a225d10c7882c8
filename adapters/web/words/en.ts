/** What a page is told where something cannot be done; whoever builds the site reads it too. */
export const en = {
  originRefused: (origin: string) =>
    `Pages of ${origin} may not show this chat. Whoever runs it adds the origin to \`web.sites\` in parley.yaml.`,
  noOrigin: 'The browser did not say which page this comes from. Call it from a page of the site.',
  noSite: 'There is no chat with this agent on websites. Check the agent’s id and `web.sites` in parley.yaml.',
  noAgent: 'There is no agent with this id any more.',
  tokenRefused: 'This token is not valid here. Ask the site’s server for a new one.',
  tokenExpired: 'This token has expired. Ask the site’s server for a new one.',
  notAnonymous: 'This chat is for visitors whom the site knows: give the page a token address.',
  tooFast: 'That was too much in too short a time. Please wait a moment.',
  tooManyPages: 'This chat is open in too many windows. Please close one.',
  invalid: (field: string, why: string) => `${field}: ${why}`,
  notJson: 'The body must be JSON.',
  fileEmpty: 'The file is empty.',
  noFile: 'There is no such file.',
  failed: 'Something went wrong, and it was not kept. Please try again in a moment.',
  doctor: {
    sites: 'Sites',
    siteOf: (agent: string) => `Site ${agent}`,
    script: 'Script',
    noSites: 'No website shows a chat: `web.sites` in parley.yaml is empty. docs/web.md says how.',
    notSecure: (origins: string) =>
      `${origins} is not https: whoever is on the way reads along. Serve the site by https.`,
    site: (origins: string, isOpen: boolean) =>
      `${origins}; ${isOpen ? 'anybody may talk' : 'visitors need a token of the site'}.`,
    served: (script: string) => `${script} is served.`,
    notServed: (script: string, status: number) =>
      `${script} answers ${status}. Build Parley (\`npm run build\`), and start it with this parley.yaml.`,
    noAnswer: (url: string) => `Nothing answers at ${url}: start Parley to see whether its pages are reached.`,
  },
}
