import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { useRouteTitle } from '../../ui/screen.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { Logo } from './logo.tsx'
import { useSiteLanguage } from './site.ts'
import classes from './public-screen.module.css'

/** The calm frame of the screens before the sign-in. */
export function PublicScreen({ title, Page }: { title: MessageDescriptor; Page: ComponentType }) {
  const { i18n } = useLingui()
  useRouteTitle(i18n._(title))
  useSiteLanguage()
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Logo />
        <LanguageChoice />
      </header>
      <main className={classes.main}>
        <div className={classes.card}>
          <Page />
        </div>
      </main>
    </div>
  )
}
