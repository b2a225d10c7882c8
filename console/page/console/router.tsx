import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ConversationsPage } from './pages/conversations/ConversationsPage.tsx'
import type { Filter } from './pages/conversations/turns.ts'
import { SessionsPage } from './pages/sessions/SessionsPage.tsx'
import { SignInPage } from './pages/sign-in/SignInPage.tsx'
import { Shell } from './shared/Shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <SessionsPage /> })
const signIn = createRoute({ getParentRoute: () => root, path: '/in', component: SignInPage })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/conversations' })
  },
})
const conversations = createRoute({
  getParentRoute: () => shell,
  path: '/conversations',
  component: ConversationsPage,
  validateSearch: filterOf,
})
const conversation = createRoute({
  getParentRoute: () => shell,
  path: '/conversations/$turn',
  component: ConversationsPage,
  validateSearch: filterOf,
})
const sessions = createRoute({ getParentRoute: () => shell, path: '/sessions', component: SessionsPage })

// What is not the first page is loaded when it is opened.
const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  component: lazyRouteComponent(() => import('./pages/agents/AgentsPage.tsx'), 'AgentsPage'),
})
const agent = createRoute({
  getParentRoute: () => shell,
  path: '/agents/$agent',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/agents/$agent/$room', params: { ...params, room: 'settings' } })
  },
})
const agentRoom = createRoute({
  getParentRoute: () => shell,
  path: '/agents/$agent/$room',
  component: lazyRouteComponent(() => import('./pages/agents/AgentPage.tsx'), 'AgentPage'),
})
const usage = createRoute({
  getParentRoute: () => shell,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage/UsagePage.tsx'), 'UsagePage'),
})
const health = createRoute({
  getParentRoute: () => shell,
  path: '/health',
  component: lazyRouteComponent(() => import('./pages/health/HealthPage.tsx'), 'HealthPage'),
})
const improve = createRoute({
  getParentRoute: () => shell,
  path: '/improve',
  component: lazyRouteComponent(() => import('./pages/improve/ImprovePage.tsx'), 'ImprovePage'),
  validateSearch: ofAgent,
})
const replay = createRoute({
  getParentRoute: () => shell,
  path: '/replay',
  component: lazyRouteComponent(() => import('./pages/replay/ReplayPage.tsx'), 'ReplayPage'),
  validateSearch: ofAgent,
})
const handoversPage = lazyRouteComponent(() => import('./pages/handovers/HandoversPage.tsx'), 'HandoversPage')
const handovers = createRoute({ getParentRoute: () => shell, path: '/handovers', component: handoversPage })
const handover = createRoute({ getParentRoute: () => shell, path: '/handovers/$handover', component: handoversPage })
const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  component: lazyRouteComponent(() => import('./pages/events/EventsPage.tsx'), 'EventsPage'),
})
const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/people/PeoplePage.tsx'), 'PeoplePage'),
})

const playground = createRoute({
  getParentRoute: () => shell,
  path: '/playground',
  component: lazyRouteComponent(() => import('./pages/playground/PlaygroundPage.tsx'), 'PlaygroundPage'),
})
const trust = createRoute({
  getParentRoute: () => shell,
  path: '/trust',
  component: lazyRouteComponent(() => import('./pages/trust/TrustPage.tsx'), 'TrustPage'),
})

/** Which agent a page is about, and which of its answers, by their ids. */
function ofAgent(search: Record<string, unknown>): { agent?: string; turns?: string } {
  const { agent, turns } = search
  return { ...(typeof agent === 'string' && { agent }), ...(typeof turns === 'string' && { turns }) }
}

/** What the address says of the list; anything else in it is nobody’s. */
function filterOf(search: Record<string, unknown>): Filter {
  const text = (name: keyof Filter) => (typeof search[name] === 'string' ? search[name] : undefined)
  return {
    agent: text('agent'),
    door: text('door'),
    uid: text('uid'),
    outcome: text('outcome'),
    rating: text('rating'),
    place: text('place'),
    since: text('since'),
    until: text('until'),
    words: text('words'),
  }
}

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    shell.addChildren([
      ...[home, conversations, conversation, agents, agent, agentRoom],
      ...[improve, handovers, handover, replay, usage, health, events, people, trust, sessions, playground],
    ]),
  ]),
  basepath: '/console',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
