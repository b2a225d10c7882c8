import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import './theme.css'
import { Refused } from './shared/api.ts'
import { locale } from './shared/strings.ts'

document.documentElement.lang = locale

const queries = new QueryClient({
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
