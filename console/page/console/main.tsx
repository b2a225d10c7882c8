import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import './theme.css'
import { isSignedOut, Refused } from './shared/api.ts'
import { meKey } from './shared/session.ts'
import { locale } from './shared/strings.ts'

document.documentElement.lang = locale

/** Whatever hears that nobody is signed in has the whole window look, so that nothing stays in it that was read before. */
function lookWhoIsIn(error: Error): void {
  if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: meKey })
}

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => queryKey[0] !== meKey[0] && lookWhoIsIn(error),
  }),
  mutationCache: new MutationCache({ onError: lookWhoIsIn }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // What was refused is refused the second time too.
      retry: (count, error) => !(error instanceof Refused) && count < 2,
    },
  },
})

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
