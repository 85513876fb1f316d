import { Trans, useLingui } from '@lingui/react/macro'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from 'react-router'
import { allows } from '#contract/permissions.ts'
import { hint } from '../../ui/hint.tsx'
import { useLastHrefs } from '../../ui/keep-alive.tsx'
import { LogoMark } from '../session/logo.tsx'
import { useSiteName } from '../session/site.ts'
import { useMe } from '../session/session-api.ts'
import classes from './main-menu.module.css'
import { screenIcons } from './screen-icons.ts'
import { menuGroups, type ScreenId, screenInfo } from './screens.ts'
import type { ShellRoute } from './shell-route.ts'

type Props = { route: ShellRoute; collapsed: boolean; onCollapse?: () => void; inDrawer?: boolean }

/** Every screen, in the order in which people work; those that the role does not reach are left out. */
export function MainMenu({ route, collapsed, onCollapse, inDrawer = false }: Props) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const siteName = useSiteName()
  const reachable = (id: ScreenId) => {
    const { permission } = screenInfo(id)
    return permission === undefined || (me !== undefined && allows(me.role, permission))
  }
  const groups = menuGroups
    .map(({ label, screens }) => ({ label: i18n._(label), screens: screens.filter(reachable) }))
    .filter(({ screens }) => screens.length > 0)
  const current = route.parent ?? route.id

  return (
    <nav className={classes.menu} aria-label={t`Main menu`} data-collapsed={collapsed || undefined}>
      {!inDrawer && (
        <div className={classes.brand}>
          <LogoMark size={24} narrow />
          <span className={classes.name} translate="no" title={siteName}>
            {siteName}
          </span>
        </div>
      )}
      <div className={classes.groups}>
        <ul className={classes.list}>
          <Entry id="welcome" current={current} collapsed={collapsed} />
        </ul>
        {groups.map(({ label, screens }) => (
          <section key={label} aria-label={label}>
            <h2 className={classes.group}>
              <span>{label}</span>
            </h2>
            <ul className={classes.list}>
              {screens.map((id) => (
                <Entry key={id} id={id} current={current} collapsed={collapsed} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {onCollapse && (
        <button type="button" className={classes.collapse} onClick={onCollapse} aria-expanded={!collapsed}>
          {collapsed ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} aria-hidden="true" />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} aria-hidden="true" />
          )}
          <span className={classes.label}>
            {collapsed ? <Trans>Widen the menu</Trans> : <Trans>Narrow the menu</Trans>}
          </span>
        </button>
      )}
    </nav>
  )
}

type EntryProps = { id: ScreenId; current: ScreenId | undefined; collapsed: boolean }

function Entry({ id, current, collapsed }: EntryProps) {
  const { i18n } = useLingui()
  const hrefOf = useLastHrefs()
  const { path, label } = screenInfo(id)
  const Icon = screenIcons[id]
  const name = i18n._(label)
  return (
    <li>
      <Link
        to={hrefOf(path)}
        className={classes.entry}
        aria-current={id === current ? 'page' : undefined}
        {...(collapsed && hint(name, 'right'))}
      >
        {Icon && <Icon size={18} stroke={1.6} aria-hidden="true" />}
        <span className={classes.label}>{name}</span>
      </Link>
    </li>
  )
}
