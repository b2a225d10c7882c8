import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Outside } from '../admin/commands/outside.ts'
import { AppError } from '../lib/errors.ts'
import { faultsOf } from '../lib/faults.ts'
import { endpointNotFound } from './endpoints.ts'
import { acceptJson } from './json.ts'
import { sameSecret } from './same-secret.ts'
import { sentences } from './words/index.ts'
import type { WrongKeys } from './wrong-keys.ts'

const bodyLimit = 1024 * 1024

const testSchema = z.strictObject({
  account: z.string(),
  agent: z.string(),
  person: z.string(),
  utterance: z.string(),
})

export interface OperatorParts {
  /** Of the data folder; whoever has it may do everything. */
  word: string
  test: Outside['test']
  wrongKeys: WrongKeys
}

/** For commands in another shell, which has none of the server's models. For everybody else there is nothing here. */
export async function operatorRoutes(app: FastifyInstance, { word, test, wrongKeys }: OperatorParts): Promise<void> {
  const isOperator = sameSecret(`Bearer ${word}`)

  await app.register(async (scope) => {
    acceptJson(scope, bodyLimit)
    scope.addHook('onRequest', async (request: FastifyRequest) => {
      if (!isOperator(request.headers.authorization ?? '')) throw wrongKeys.refuse(request.ip, endpointNotFound())
    })
    scope.post('/operator/test', async (request, reply) => {
      const read = testSchema.safeParse(request.body)
      if (!read.success) {
        const faults = faultsOf(testSchema, request.body, read.error.issues)
        throw new AppError('invalid_request', sentences.invalidBody, { faults })
      }
      reply.header('cache-control', 'no-store')
      return test(read.data)
    })
  })
}
