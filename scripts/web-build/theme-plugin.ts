/** Writes the variables of the theme as a style sheet, so that no browser has to compute them before it shows something. */
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { cssVariables, theme } from '../../web/ui/theme.ts'

/** In the build and in `npm run dev`; the tests of components let the provider do it. */
export function themePlugin(): Plugin {
  return {
    name: 'theme-styles',
    load: {
      filter: { id: /\/web\/ui\/theme\.css$/ },
      handler: () => themeStyles(),
    },
  }
}

/** What the provider would write into the page: the variables, and the classes that show something from a width on. */
export function themeStyles(): string {
  const page = renderToStaticMarkup(createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables }))
  const styles = [...page.matchAll(/<style data-mantine-styles="\w+">(.*?)<\/style>/gs)].map(([, css]) => css)
  if (styles.length !== 2) throw new Error(`${styles.length} style sheets of the theme instead of 2`)
  return styles.join('\n')
}
