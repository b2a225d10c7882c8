import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The protocol's own servers, as they are published: the programs that they are. */
export const referenceServers = {
  everything: require.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: require.resolve('@modelcontextprotocol/server-memory/dist/index.js'),
} as const
