import type { MessageDescriptor } from '@lingui/core'
import { type ComponentType, createElement, Suspense, use } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { earlyCallsAreAnswered } from './api/early-calls.ts'
import { guardNavigation } from './features/session/session-guard.ts'
import { NotFound } from './features/shell/not-found.tsx'
import { type ScreenId, screenIds, screenInfo, screenTitles } from './features/shell/screens.ts'
import { Shell } from './features/shell/shell.tsx'
import type { ShellRoute } from './features/shell/shell-route.ts'
import { paths } from './paths.ts'
import { LoadAttemptContext, loadedPerAttempt } from './ui/load-attempt.ts'
import { loadPart } from './ui/parts.ts'

/**
 * A screen whose code is loaded when it is first shown; shown again after a failure, it is loaded again. Its texts come with
 * it, but for those of the `first` screen, which are there.
 */
function load<Name extends string>(
  file: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  isFirst?: 'first',
): LoadedScreen {
  const { of, bring } = loadedPerAttempt(async () => (await (isFirst ? file() : loadPart(file)))[name])
  return Object.assign(() => createElement(of(use(LoadAttemptContext))), { bring })
}

/** A screen whose code can be brought before it is shown. */
type LoadedScreen = ComponentType & { bring?: () => Promise<void> }
const PATIENCE_MS = 300

/** A screen before the sign-in, in its frame. */
function publicScreen<Name extends string>(
  title: MessageDescriptor,
  file: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Pick<RouteObject, 'element' | 'middleware'> {
  const Screen = load(async () => {
    const [{ PublicScreen }, page] = await Promise.all([import('./features/session/public-screen.tsx'), file()])
    return { Screen: () => <PublicScreen title={title} Page={page[name]} /> }
  }, 'Screen')
  const element = (
    <Suspense>
      <Screen />
    </Suspense>
  )
  return { element, middleware: [preloadScreen(Screen)] }
}

const GuestPreviewPage = load(() => import('./features/articles/guest-preview-page.tsx'), 'GuestPreviewPage')
/** It brings its own frame. */
const GuestScreen = () => (
  <Suspense>
    <GuestPreviewPage />
  </Suspense>
)
const ArticleEditPage = load(() => import('./features/articles/article-edit-page.tsx'), 'ArticleEditPage')

const AuthorEditPage = load(() => import('./features/authors/author-form.tsx'), 'AuthorEditPage')
const TagEditPage = load(() => import('./features/tags/tag-form.tsx'), 'TagEditPage')

const AdEditPage = load(() => import('./features/ads/ad-edit-page.tsx'), 'AdEditPage')
const PlacementEditPage = load(() => import('./features/placements/placement-edit-page.tsx'), 'PlacementEditPage')

/** What each screen shows. A screen that is not here is not built yet and says so. */
const built: Partial<Record<ScreenId, LoadedScreen>> = {
  welcome: load(() => import('./features/welcome/welcome-page.tsx'), 'WelcomePage'),
  calendar: load(() => import('./features/articles/calendar/article-calendar-page.tsx'), 'ArticleCalendarPage'),
  media: load(() => import('./features/media/library/media-list-page.tsx'), 'MediaListPage'),
  articles: load(() => import('./features/articles/article-list-page.tsx'), 'ArticleListPage', 'first'),
  // One component for both: a new article keeps its screen when it gets its address.
  article: ArticleEditPage,
  articleAdd: ArticleEditPage,
  albums: load(() => import('./features/albums/list/album-list-page.tsx'), 'AlbumListPage'),
  album: load(() => import('./features/albums/edit/album-edit-page.tsx'), 'AlbumEditPage'),
  authors: load(() => import('./features/authors/author-list-page.tsx'), 'AuthorListPage'),
  author: AuthorEditPage,
  authorAdd: AuthorEditPage,
  tags: load(() => import('./features/tags/tag-list-page.tsx'), 'TagListPage'),
  tag: TagEditPage,
  tagAdd: TagEditPage,
  categories: load(() => import('./features/categories/category-tree-page.tsx'), 'CategoryTreePage'),
  ads: load(() => import('./features/ads/ad-list-page.tsx'), 'AdListPage'),
  ad: AdEditPage,
  adAdd: AdEditPage,
  placements: load(() => import('./features/placements/placement-list-page.tsx'), 'PlacementListPage'),
  placement: PlacementEditPage,
  placementAdd: PlacementEditPage,
  hot: load(() => import('./features/hot/hot-page.tsx'), 'HotPage'),
  searchRank: load(() => import('./features/search-rank/search-rank-page.tsx'), 'SearchRankPage'),
  health: load(() => import('./features/health/health-page.tsx'), 'HealthPage'),
  diagnostic: load(() => import('./features/health/diagnostic-page.tsx'), 'DiagnosticPage'),
  users: load(() => import('./features/users/user-list-page.tsx'), 'UserListPage'),
  audit: load(() => import('./audit-page.tsx'), 'AuditPage'),
  trash: load(() => import('./features/trash/trash-page.tsx'), 'TrashPage'),
  import: load(() => import('./features/import/import-page.tsx'), 'ImportPage'),
  settings: load(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
  profile: load(() => import('./features/session/profile-page.tsx'), 'ProfilePage'),
}

const shellRoutes = screenIds.map((id): ShellRoute => ({ ...screenInfo(id), id, Component: built[id] }))
const notFound: ShellRoute = {
  path: '*',
  id: undefined,
  title: screenTitles.notFound,
  label: screenTitles.nowhere,
  Component: NotFound,
}

/**
 * Waits a moment for the code of the screen, and for what the page asked for before there was code. React shows what replaces
 * a placeholder no sooner than 300 ms after it; without one the screen and its rows are there at once.
 */
const preloadScreen = (Screen: LoadedScreen | undefined) => async (): Promise<void> => {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([Promise.all([Screen?.bring?.(), earlyCallsAreAnswered()]), patience])
}

/** All routes. The shell renders the screens and keeps some of them mounted; the routes only match. */
export const routes: RouteObject[] = [
  // For people without an account: outside the guard, which knows the screens of the console only.
  { path: paths.preview, element: <GuestScreen />, HydrateFallback: () => null },
  {
    id: 'guard',
    middleware: [guardNavigation],
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: () => redirect(paths.articles) },
      // What is left where the end of an address is cut off.
      { path: '/jCore', caseSensitive: true, loader: () => redirect(paths.welcome) },
      {
        path: paths.login,
        ...publicScreen(screenTitles.login, () => import('./features/session/sign-in-page.tsx'), 'SignInPage'),
      },
      {
        path: paths.register,
        ...publicScreen(screenTitles.register, () => import('./features/session/register-page.tsx'), 'RegisterPage'),
      },
      {
        path: paths.forget,
        ...publicScreen(screenTitles.forget, () => import('./features/session/forget-page.tsx'), 'ForgetPage'),
      },
      {
        id: 'home',
        element: <Shell routes={shellRoutes} />,
        children: [...shellRoutes, notFound].map((handle) => ({
          path: handle.path,
          caseSensitive: true,
          element: null,
          middleware: [preloadScreen(handle.Component)],
          handle,
        })),
      },
    ],
  },
]
