import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const mounted = new Set<() => void>()
afterEach(() => mounted.forEach((unmount) => unmount()))

/** Shows something on the page with what every screen of the console has around it; gone after the test. */
export function mount(first: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const render = (node: ReactNode) =>
    root.render(
      <I18nProvider i18n={i18n}>
        <MantineProvider>{node}</MantineProvider>
      </I18nProvider>,
    )
  const unmount = () => {
    root.unmount()
    host.remove()
    mounted.delete(unmount)
  }
  mounted.add(unmount)
  render(first)
  return { host, render, unmount }
}

/** Proves that nothing happens needs some time to pass in which it could. */
export const quietTime = (milliseconds = 250) => new Promise((resolve) => setTimeout(resolve, milliseconds))
