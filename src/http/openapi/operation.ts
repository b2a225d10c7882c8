import type { JsonSchema } from './json-schema.ts'

/** By their paths, then by their methods. */
export type Paths = Record<string, Record<string, Operation>>

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  deprecated?: true
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Record<string, Content> }
  responses: Record<string, Response>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description: string
  schema: JsonSchema
}

export interface Response {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, Content>
}

export interface Content {
  schema: JsonSchema
  example?: unknown
}
