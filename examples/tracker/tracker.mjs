// An issue tracker as small as can be, for the agent in examples/agents/tracker: `node examples/tracker/tracker.mjs [port]`.
// It forgets everything when it ends. A real one looks at the signature of each call first: docs/webhooks.md.
import { createServer } from 'node:http'

const issues = []

const server = createServer(async (request, response) => {
  const tell = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (!/^\/issues($|\?)/.test(request.url)) return tell(404, { error: 'There are only /issues here.' })
  if (request.method === 'GET') return tell(200, { open: issues })
  let body = ''
  for await (const piece of request) body += piece
  const { title, details = '', userId } = JSON.parse(body)
  const issue = { number: issues.length + 1, title, details, by: userId }
  issues.push(issue)
  tell(201, { filed: issue.number, title })
})

server.listen(Number(process.argv[2] ?? 4100), '127.0.0.1', () => {
  console.log(`The tracker is at http://127.0.0.1:${server.address().port}/issues`)
})
