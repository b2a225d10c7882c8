import { generateDeterministicEmbedding } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenAiEmbeddings } from '../../src/drivers/embeddings-openai.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

const { signal } = new AbortController()

describe('embeddings over the OpenAI protocol', () => {
  it('come one a text, in their order', async () => {
    const embeddings = createOpenAiEmbeddings({
      baseUrl: models.baseUrl,
      model: 'text-embedding-3-small',
      apiKey: 'sk-1',
    })
    const vectors = await embeddings.embed(['one', 'two'], signal)
    expect(vectors).toEqual(['one', 'two'].map((text) => Float32Array.from(generateDeterministicEmbedding(text))))
    const [request] = models.server.getRequests().slice(-1)
    expect(request?.body).toMatchObject({ model: 'text-embedding-3-small', embeddingInput: 'one two' })
    expect(request?.headers['authorization']).toBeDefined()
  })

  it('fail with a status, and without the text or the key', async () => {
    models.server.onEmbedding(/secret/, {
      error: { message: 'the text secret is bad, key sk-1', type: 'x' },
      status: 400,
    })
    const embeddings = createOpenAiEmbeddings({ baseUrl: models.baseUrl, model: 'm', apiKey: 'sk-1' })
    await expect(embeddings.embed(['a secret'], signal)).rejects.toThrow(
      /^the embeddings of m could not be had: status 400[^']*$/,
    )
    await expect(embeddings.embed(['a secret'], signal)).rejects.not.toThrow(/secret|sk-1/)
  })

  it('fail when they are not of one length', async () => {
    models.server.onEmbedding(/short/, { embedding: [] })
    const embeddings = createOpenAiEmbeddings({ baseUrl: models.baseUrl, model: 'm' })
    await expect(embeddings.embed(['short'], signal)).rejects.toThrow('the embeddings of m are not')
  })

  it('end with the signal', async () => {
    const stop = new AbortController()
    models.server.onEmbedding(/slow/, { embedding: [1] }, { latency: 2000 })
    const work = createOpenAiEmbeddings({ baseUrl: models.baseUrl, model: 'm' }).embed(['slow'], stop.signal)
    stop.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })
})
