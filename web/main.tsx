import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activateLocale, i18n, preferredLocale } from './i18n.ts'
import { cssVariables, theme } from './ui/theme.ts'

await activateLocale(preferredLocale())

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        Copydesk
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
)
