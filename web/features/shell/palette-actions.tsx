import { useLingui } from '@lingui/react/macro'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconCalendarTime,
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLibraryPhoto,
  IconLogout,
  IconMoon,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Locale } from '#contract/session.ts'
import { allows } from '#contract/permissions.ts'
import { activeLocale } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { useDensity } from '../../ui/density.ts'
import { languageNames } from '../session/language-names.ts'
import { useMe } from '../session/session-api.ts'
import { useChooseLanguage } from './language-menu.tsx'
import { requestSignOut } from './me-menu.tsx'
import { keyboardHelp, newAlbum } from './shell-dialogs.ts'

export type PaletteAction = {
  id: string
  name: string
  title: string
  /** Other names, with commas between them. */
  also?: string
  Icon: TablerIcon
  lang?: Locale
  run: () => void
}

/** What can be done from any screen; screens that add something are among the screens. */
export function usePaletteActions(): PaletteAction[] {
  const { t } = useLingui()
  const { setColorScheme } = useMantineColorScheme()
  const [, setDensity] = useDensity()
  const choose = useChooseLanguage()
  const me = useMe()
  const theme = t`Theme`
  const density = t`Density of lists`
  const navigate = useNavigate()
  const mayWrite = me !== undefined && allows(me.role, 'articles.write')
  const mayAddAlbums = me !== undefined && allows(me.role, 'albums.write')
  return [
    ...(mayAddAlbums
      ? [{ id: 'new album', name: t`New album`, title: t`Albums`, Icon: IconLibraryPhoto, run: newAlbum.open }]
      : []),
    ...(mayWrite
      ? [
          {
            id: 'scheduled',
            name: t`Scheduled articles`,
            title: t`Articles`,
            Icon: IconCalendarTime,
            run: () => void navigate(`${paths.articles}?status=scheduled&sort=publishAt`),
          },
        ]
      : []),
    { id: 'light', name: t`Light theme`, title: theme, Icon: IconSun, run: () => setColorScheme('light') },
    { id: 'dark', name: t`Dark theme`, title: theme, Icon: IconMoon, run: () => setColorScheme('dark') },
    {
      id: 'auto',
      name: t`Theme of the system`,
      title: theme,
      Icon: IconDeviceDesktop,
      run: () => setColorScheme('auto'),
    },
    {
      id: 'comfortable',
      name: t`Comfortable lists`,
      title: density,
      Icon: IconAdjustmentsHorizontal,
      run: () => setDensity('comfortable'),
    },
    {
      id: 'compact',
      name: t`Compact lists`,
      title: density,
      Icon: IconAdjustmentsHorizontal,
      run: () => setDensity('compact'),
    },
    ...languageNames
      .filter(({ value }) => value !== activeLocale())
      .map(({ value, label }) => ({
        id: value,
        name: label,
        title: t`Language`,
        Icon: IconLanguage,
        lang: value,
        run: () => choose(value),
      })),
    {
      id: 'keyboard',
      name: t`Keyboard shortcuts`,
      title: t`Keyboard shortcuts`,
      also: t`hotkeys, keys`,
      Icon: IconKeyboard,
      run: keyboardHelp.open,
    },
    {
      id: 'sign out',
      name: t`Sign out`,
      title: t`Sign out`,
      also: t`log out, log off`,
      Icon: IconLogout,
      run: requestSignOut,
    },
  ]
}
