import { json, required, string } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'

/** Whose token it is was looked at before. */
export function stepMethods({ steps }: MethodParts): Record<string, Method> {
  return {
    'functions.completeSuccess': method(
      { function_execution_id: required(string), outputs: required(json) },
      ({ function_execution_id, outputs }) => {
        steps.complete(function_execution_id, outputs)
        return {}
      },
    ),
    'functions.completeError': method(
      { function_execution_id: required(string), error: required(string) },
      ({ function_execution_id, error }) => {
        steps.fail(function_execution_id, error)
        return {}
      },
    ),
  }
}
