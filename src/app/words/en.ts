import { counted } from '../../lib/counts.ts'

export const en = {
  labels: { version: 'version', data: 'data', platforms: 'platforms', model: 'model', agents: 'agents' },
  sqlite: (folder: string) => `${folder} (SQLite)`,
  postgres: (folder: string) => `PostgreSQL; keys and files in ${folder}`,
  noPlatform: 'none is connected: `parley init` connects one',
  noModel: 'none: agents say what is written for them, and what they know',
  noAgent: 'none: `/agent create` makes one, or a folder in config/agents',
  noPlayground: 'The playground is off. The API is at /api, and /readyz tells how things are.',
  agents: (count: number, names: string) => `${counted('en', count, { other: '#' })}: ${names}`,
  doctor: {
    noPlatform: (all: string) => `None is connected: ${all} can be.`,
    waits: (name: string, since: string, decide: string) =>
      `${name} has waited for approval since ${since}: ${decide}.`,
    decide: (approve: string) => `\`${approve}\`, or \`refuse\``,
    refuses: (count: number, since: string, detail: string) =>
      `It has refused answers ${counted('en', count, { one: '# time', other: '# times' })} since ${since} (${detail}). Whoever asks there is told alone; let the app write there.`,
    damaged: (damage: string) =>
      `The file is damaged (${damage}). Stop Parley, keep a copy, and restore the latest backup: docs/backup.md.`,
    writes: 'PostgreSQL takes what is written.',
    isWhole: (folder: string) => `The file in ${folder} is whole, and takes what is written.`,
    isFull: (folder: string) =>
      `The file in ${folder} is whole, but its disk is full: it takes only what its log still has room for, and then no message.`,
    takesNothing: (why: string) =>
      `It takes nothing that is written (${why}). \`parley verify\` says whether it is whole.`,
    paused: (account: string | undefined, since: string, why: string | null) =>
      `${account === undefined ? 'Everything' : `The account ${account}`} is paused since ${since}${why === null ? '' : ` (${why})`}. It goes on with \`${account === undefined ? 'parley resume' : '/agent resume in chat'}\`.`,
    answers: (who: string) => `${who} answers.`,
    free: (size: string, folder: string) => `${size} are free where ${folder} is.`,
    makeRoom: 'Make room, or put PARLEY_DATA on a larger disk: a database that is full takes no message.',
    freeUnknown: (why: string) => `How much is free cannot be seen (${why}).`,
    modelAnswers: (model: string, provider: string, ms: number) =>
      `Agents that name none are answered by ${model} of ${provider}, which began after ${ms} ms.`,
    noModel: 'None is connected: agents say what is written for them. docs/models.md says more.',
    modelFails: (why: string) => `${why} Look at its key and its address; docs/models.md says more.`,
    embeds: (model: string, numbers: number) => `${model} tells meanings in ${numbers} numbers.`,
    embedsNothing: (why: string) =>
      `${why}. Knowledge is found by its words alone until PARLEY_EMBEDDINGS_BASE_URL, _MODEL and _API_KEY are right.`,
    leadsHere: (url: string) => `${url} leads to a Parley that answers.`,
    leadsNowhere: (url: string) => `Nothing answers at ${url}. Start Parley, then look again.`,
    leadsElsewhere: (url: string) =>
      `Parley runs, but ${url} does not lead to it from here. Look at PUBLIC_URL, at the name's address, and at the proxy in front.`,
  },
}
