import { useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'
import { keyOf, pathOf } from './agents.ts'
import type { FileSchema } from './completion.ts'

interface Schemas {
  files: { path: string; schema: FileSchema }[]
}

/** What may stand in a file of an agent's folder; undefined until that is known. It is asked for once. */
export function useFileSchema(agent: string, path: string | undefined): FileSchema | undefined {
  const { data } = useQuery({
    queryKey: keyOf(agent, 'schemas'),
    queryFn: () => ask<Schemas>(pathOf(agent, '/draft/files/schemas')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const kind = path?.startsWith('scenarios/') ? 'scenarios/*.yaml' : path
  return data?.files.find((one) => one.path === kind)?.schema
}
