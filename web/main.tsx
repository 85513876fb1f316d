import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadHttpClient } from './api/call.ts'
import { queryClient } from './api/query-client.ts'
import { SignInAgain } from './features/session/sign-in-again.tsx'
import { DocumentTitle } from './features/shell/document-title.tsx'
import { activateLocale, i18n, preferredLocale } from './i18n.ts'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'
import './ui/chinese.css'
import './ui/control-border.css'
import './ui/touch.css'
import { ignoreFilesBeside } from './ui/file-drop-guard.ts'
import './ui/focus.css'
import './ui/motion.css'
import { Hints } from './ui/hint.tsx'
import { Toasts } from './ui/notify.tsx'
import { addPart } from './ui/parts.ts'
import { PasteLimits } from './ui/paste-limits.tsx'
import './ui/theme.css'
import { theme } from './ui/theme.ts'

// Before all other parts: the next call needs it.
addPart(loadHttpClient)
await activateLocale(preferredLocale())
ignoreFilesBeside()
const router = createBrowserRouter(routes)

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <DocumentTitle />
          <RouterProvider router={router} useTransitions={false} />
          <SignInAgain navigate={(to, options) => void router.navigate(to, options)} />
          <Toasts navigate={(to) => void router.navigate(to)} changesHref={`${paths.trash}?type=change`} />
          <Hints />
          <PasteLimits />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
)
