import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Models, modelsSchema } from '../../src/model/models.ts'

/** The models that ship with Parley. */
export function readModels(): Models {
  return modelsSchema.parse(parse(readFileSync('config/models.yaml', 'utf8')))
}
