import { useLingui } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { ListControl } from '../list-state.ts'
import { useKeptFocus } from './kept-focus.ts'
import classes from './list-frame.module.css'
import { SearchField } from './search-field.tsx'
import { useTotalText } from './total-text.ts'

type Props = {
  title: string
  /** Undefined until it is known. */
  total: number | undefined
  totalIsExact: boolean
  list: ListControl
  /** Placeholder and label of the search: “Search articles”. */
  searchLabel: string
  /** The one primary button. */
  primary?: ReactNode
  /** Views as tabs. */
  views?: ReactNode
  filters?: ReactNode
  /** Columns and density. */
  display?: ReactNode
  /** Stands over the toolbar while rows are selected; the rows do not move. */
  bulk?: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/** A list screen: title and count, views, search and filters, table, footer. The table scrolls, the rest stays; and the focus, whatever goes. */
export function ListFrame(props: Props) {
  const { title, total, totalIsExact, list, searchLabel, primary, views, filters, display, bulk, children, footer } =
    props
  const { t } = useLingui()
  const totalText = useTotalText()
  const frame = useRef<HTMLDivElement>(null)
  useKeptFocus(frame)
  return (
    <div ref={frame} className={classes.frame} data-own-scroll data-list-frame>
      <header className={classes.head}>
        <Title order={1}>{title}</Title>
        {total !== undefined && (
          <Text c="dimmed" className={classes.count}>
            {totalText(total, totalIsExact)}
          </Text>
        )}
        <div className={classes.primary}>{primary}</div>
      </header>
      {views && <div className={classes.views}>{views}</div>}
      <div className={classes.bars}>
        <div role="group" aria-label={t`Search and filters`} className={classes.toolbar} inert={Boolean(bulk)}>
          <SearchField list={list} label={searchLabel} />
          <div className={classes.filters}>{filters}</div>
          <div className={classes.display}>{display}</div>
        </div>
        {bulk && (
          <div role="group" aria-label={t`Selected rows`} className={classes.bulk}>
            {bulk}
          </div>
        )}
      </div>
      {children}
      {footer}
    </div>
  )
}
