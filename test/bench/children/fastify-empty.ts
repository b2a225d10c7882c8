import { fastify } from 'fastify'
import { serveProbe } from '../support/probe.ts'

const app = fastify()
app.post('/api', async () => ({ ok: true }))
serveProbe(await app.listen({ port: 0, host: '127.0.0.1' }))
