import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { Activity, type ReactNode, StrictMode, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { clearToasts, Toasts } from '../notify.tsx'
import { type Screen, ScreenContext } from '../screen.tsx'
import { cssVariables, theme } from '../theme.ts'

/**
 * Shows a screen as the shell does: with its own address, and kept when hidden. `late`: milliseconds after which the
 * address follows a navigation, as it does when React is busy.
 */
export function showScreen(children: ReactNode, { search = '', late = 0, changesHref = '' } = {}) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const visits: string[] = []
  const outside = { address: search, go: (_search: string) => {}, setHidden: (_hidden: boolean) => {} }

  function Stage() {
    const [address, setAddress] = useState(search)
    const [hidden, setHidden] = useState(false)
    outside.address = address
    outside.go = (to) => flushSync(() => setAddress(to))
    outside.setHidden = (value) => flushSync(() => setHidden(value))
    const screen = useMemo<Screen>(
      () => ({
        path: '/dishes',
        search: address,
        params: {},
        navigate: (to) => {
          visits.push(to)
          if (!to.startsWith('?') && to !== '') return
          if (late) setTimeout(() => setAddress(to), late)
          else setAddress(to)
        },
      }),
      [address],
    )
    return (
      <Activity mode={hidden ? 'hidden' : 'visible'}>
        <ScreenContext value={screen}>
          <div style={{ height: 700 }}>{children}</div>
        </ScreenContext>
      </Activity>
    )
  }

  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
            <Stage />
            <Toasts navigate={(to) => visits.push(to)} {...(changesHref && { changesHref })} />
          </MantineProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  )
  const close = () => {
    clearToasts()
    root.unmount()
    place.remove()
  }
  onTestFinished(close)
  return { visits, outside, close }
}
