import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

/** A tracker over standard input and output. It ends with its input, as the protocol wants it to. */
const server = new McpServer({ name: 'tracker', version: '1' })
const inputSchema = z.object({ title: z.string(), urgent: z.boolean().optional() })
const text = (text: string) => ({ content: [{ type: 'text' as const, text }] })
server.registerTool('create', { description: 'Files an issue', inputSchema }, ({ title }) => text(`filed ${title}`))
server.registerTool('whoami', { description: 'Who it is' }, () =>
  text(JSON.stringify({ pid: process.pid, variables: Object.keys(process.env), token: process.env['TRACKER_TOKEN'] })),
)
server.registerTool('die', { description: 'Dies in the middle of a call' }, () => process.exit(1))
console.error(`ready with ${process.env['TRACKER_TOKEN']}`)
await server.connect(new StdioServerTransport())
