import type { ReactNode } from 'react'
import classes from './link-tabs.module.css'
import { ScreenLink } from './screen-link.tsx'

export type LinkTab = {
  key: string
  /** Its address, for a new browser tab. */
  to: string
  label: ReactNode
  /** Shows it in place. */
  onShow: () => void
  /** Beside the label while it is the current one. */
  menu?: ReactNode
}

type Props = {
  /** What the tabs are, for assistive technology: “Views”. */
  label: string
  tabs: readonly LinkTab[]
  /** Key of the current one. */
  current: string | undefined
  /** After the tabs. */
  children?: ReactNode
}

/** Parts of a screen that each have an address, as tabs. */
export function LinkTabs({ label, tabs, current, children }: Props) {
  return (
    <nav className={classes.bar} aria-label={label} data-link-tabs>
      <ul className={classes.tabs}>
        {tabs.map(({ key, to, label: name, onShow, menu }) => (
          <li key={key} data-active={key === current || undefined}>
            <ScreenLink
              to={to}
              aria-current={key === current ? 'page' : undefined}
              onClick={(event) => {
                // The link is for a new tab; here the list also drops what was typed.
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onShow()
              }}
            >
              {name}
            </ScreenLink>
            {key === current && menu}
          </li>
        ))}
      </ul>
      {children}
    </nav>
  )
}
