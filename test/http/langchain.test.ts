import { HumanMessage, type ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startServer, type TestServer } from './server.ts'

describe.each([{ useResponsesApi: false }, { useResponsesApi: true }])(
  '@langchain/openai, with the Responses API: $useResponsesApi',
  (api) => {
    const chatOf = ({ url, conversationKey: apiKey }: TestServer) =>
      new ChatOpenAI({
        ...api,
        model: 'guide',
        apiKey,
        maxRetries: 0,
        user: 'ann',
        configuration: { baseURL: `${url}/v1` },
      })

    it('is answered whole and streamed', async () => {
      const server = await startServer()
      const chat = chatOf(server)
      expect((await chat.invoke('hello')).text).toBe('Hello there\n\n- More')

      const script = server.model.script()
      script.write('Once upon')
      const texts: string[] = []
      for await (const chunk of await chat.stream('tell me')) {
        texts.push(chunk.text)
        if (texts.join('') === 'Once upon' && chunk.text !== '') {
          script.write(' a time.')
          script.end()
        }
      }
      expect(texts.filter(Boolean)).toEqual(['Once upon', ' a time.'])
    })

    it('calls its tools, and the answer goes on with what they gave', async () => {
      const server = await startServer()
      const weather = tool(async ({ city }: { city: string }) => `Rain in ${city}`, {
        ...{ name: 'weather', description: 'The weather of a city', schema: z.object({ city: z.string() }) },
      })
      const chat = chatOf(server).bindTools([weather])
      const call = { id: 'call_1', name: 'weather', arguments: '{"city":"Kyoto"}' }
      const question = new HumanMessage('how is it in Kyoto?')
      const first = server.model.script()
      first.call(call)
      const asks = await chat.invoke([question])
      expect(asks.tool_calls).toEqual([
        expect.objectContaining({ id: 'call_1', name: 'weather', args: { city: 'Kyoto' } }),
      ])
      const result: ToolMessage = await weather.invoke({ ...asks.tool_calls![0]!, type: 'tool_call' })
      expect(result.content).toBe('Rain in Kyoto')

      const second = server.model.script()
      second.write('It rains.')
      second.end()
      expect((await chat.invoke([question, asks, result])).text).toBe('It rains.')
      expect((await second.asked).messages.at(-1)).toEqual({ role: 'tool', callId: 'call_1', text: 'Rain in Kyoto' })

      const third = server.model.script()
      third.call({ ...call, id: 'call_2' })
      let whole: Awaited<ReturnType<typeof chat.invoke>> | undefined
      for await (const chunk of await chat.stream('and in Nara?')) whole = whole ? whole.concat(chunk) : chunk
      expect(whole!.tool_calls).toEqual([expect.objectContaining({ name: 'weather', args: { city: 'Kyoto' } })])
    })

    it('is told what is wrong, and asks no more where asking is no use', async () => {
      const server = await startServer()
      const wrong = new ChatOpenAI({
        ...api,
        model: 'nobody',
        apiKey: server.conversationKey,
        configuration: { baseURL: `${server.url}/v1` },
      })
      await expect(wrong.invoke('hello')).rejects.toMatchObject({ status: 404 })
      expect(server.accessLog()).toHaveLength(1)
    })
  },
)
