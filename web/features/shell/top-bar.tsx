import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { hint } from '../../ui/hint.tsx'
import { useLastHrefs } from '../../ui/keep-alive.tsx'
import { useHeading } from '../../ui/screen.tsx'
import { AppearanceMenu } from './appearance-menu.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { MeMenu } from './me-menu.tsx'
import { menuGroups, screenInfo } from './screens.ts'
import { useScreenName } from './screen-name.ts'
import { palette } from './shell-dialogs.ts'
import type { ShellRoute } from './shell-route.ts'
import classes from './top-bar.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Where am I, search, what is being saved, language, appearance, me. */
export function TopBar({ route }: { route: ShellRoute }) {
  const { t } = useLingui()
  return (
    <>
      <WhereAmI route={route} />
      <SavingNow />
      <UnstyledButton className={classes.search} onClick={palette.open} aria-keyshortcuts="Control+K">
        <IconSearch size={15} aria-hidden="true" />
        <span>
          <Trans>Search or go to…</Trans>
        </span>
        <Kbd size="xs" aria-hidden="true">
          {isApple ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        className={classes.searchIcon}
        size={36}
        aria-label={t`Search or go to…`}
        onClick={palette.open}
        {...hint(t`Search or go to…`)}
      >
        <IconSearch size={18} />
      </ActionIcon>
      <LanguageMenu />
      <AppearanceMenu />
      <MeMenu route={route} />
    </>
  )
}

function WhereAmI({ route }: { route: ShellRoute }) {
  const { t, i18n } = useLingui()
  const hrefOf = useLastHrefs()
  const { unsaved } = useHeading()
  const { name, isOwn } = useScreenName(route)
  const list = route.parent && screenInfo(route.parent)
  // A screen that shows one of its items under its own path leads back to that path.
  const parent = list ? { ...list, path: hrefOf(list.path) } : isOwn && route.id ? route : undefined
  const group = menuGroups.find(({ screens }) => screens.some((id) => id === (route.parent ?? route.id)))
  return (
    <nav aria-label={t`Where you are`} className={classes.where}>
      <ol>
        {group && (
          <li className={classes.group}>
            <Text span c="dimmed" size="sm">
              {i18n._(group.label)}
            </Text>
            <IconChevronRight size={14} aria-hidden="true" />
          </li>
        )}
        {parent && (
          <li>
            <Anchor component={Link} to={parent.path} size="sm" c="dimmed">
              {i18n._(parent.label)}
            </Anchor>
            <IconChevronRight size={14} aria-hidden="true" />
          </li>
        )}
        <li aria-current="page" className={classes.here} title={name}>
          {unsaved && <span className={classes.dot} role="img" aria-label={t`Not saved yet`} />}
          <Text span size="sm" fw={600} truncate>
            {name}
          </Text>
        </li>
      </ol>
    </nav>
  )
}

function SavingNow() {
  const saving = useIsMutating() > 0
  return (
    <Text size="xs" c="dimmed" className={classes.saving} aria-live="polite">
      {saving && <Trans>Saving…</Trans>}
    </Text>
  )
}
