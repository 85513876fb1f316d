import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useFocusKeeper } from '../../ui/focus-keeper.ts'
import { useHeading } from '../../ui/screen.tsx'
import { PersonalSettings } from './personal-settings.tsx'
import classes from './frame.module.css'
import { GoTo } from './go-to.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MainMenu } from './main-menu.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import type { ShellRoute } from './shell-route.ts'
import { TopBar } from './top-bar.tsx'
import { UploadDockSlot } from './upload-dock-slot.tsx'

/** Menu at the left, bar at the top, the screens in the rest. */
export function Frame({ route, children }: { route: ShellRoute; children: ReactNode }) {
  const { t } = useLingui()
  const [chosen, setCollapsed] = useLocalStorage<boolean | undefined>({
    key: 'copydesk.menu-collapsed',
    getInitialValueInEffect: false,
  })
  // The same rule is in boot.js.
  const isTablet = useMediaQuery('(max-width: 1023px)', false, { getInitialValueInEffect: false })
  const collapsed = chosen ?? isTablet
  const [drawer, { open, close }] = useDisclosure()
  const { pathname } = useLocation()
  useFocusKeeper()
  useEffect(close, [pathname, close])

  return (
    <PersonalSettings>
      <div className={classes.frame} data-collapsed={collapsed || undefined}>
        <a
          href="#main"
          className={classes.skip}
          onClick={(event) => {
            event.preventDefault()
            focusScreen()
          }}
        >
          <Trans>Skip to the content</Trans>
        </a>
        <div className={classes.side}>
          <MainMenu route={route} collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
        </div>
        <header className={classes.top}>
          <ActionIcon className={classes.phoneOnly} size={36} aria-label={t`Open the menu`} onClick={open}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <TopBar route={route} />
        </header>
        <main id="main" className={classes.main}>
          <OfflineBanner />
          {children}
        </main>
        <UploadDockSlot />
      </div>
      <PhoneMenu route={route} opened={drawer} onClose={close} />
      <LeaveGuard route={route} />
      <GoTo />
      <Announcer />
    </PersonalSettings>
  )
}

/** Moves the keyboard into the screen in front. */
function focusScreen() {
  const slots = [...document.querySelectorAll<HTMLElement>('#main [data-screen]')]
  slots.find((slot) => slot.checkVisibility())?.focus()
}

/** Says the name of a screen when it comes to the front. */
function Announcer() {
  const { title } = useHeading()
  return (
    <div aria-live="polite" className={classes.announcer}>
      {title}
    </div>
  )
}
