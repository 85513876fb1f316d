import { useLingui } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { ListControl } from '../list-state.ts'
import { useBarOverhang } from './bar-overhang.ts'
import { useFocusRestore } from './focus-restore.ts'
import { ListFooter } from './list-footer.tsx'
import classes from './list-frame.module.css'
import type { Page } from './page.ts'
import { SearchField } from './search-field.tsx'
import { useTotalText } from './total-text.ts'

type Props = {
  title: string
  list: ListControl
  /** Undefined until the first answer. */
  page: Page<unknown> | undefined
  /** Everything is on this one page: no pagination. */
  whole?: boolean
  /** Beside the title instead of the number alone: “3 invitations”. */
  countText?: string | undefined
  /** Placeholder and label of the search: “Search articles”. */
  searchLabel: string
  /** The one primary button. */
  primary?: ReactNode
  /** Views as tabs. */
  views?: ReactNode
  filters?: ReactNode
  /** Columns and density. */
  display?: ReactNode
  /** Covers the toolbar while rows are selected; the rows do not move. */
  bulk?: ReactNode
  /** A quiet line about the rows, above them. Announced when it comes. */
  note?: ReactNode
  children: ReactNode
}

/** A list screen: title and count, views, search and filters, table, footer. The table scrolls, the rest stays; and the focus, whatever goes. */
export function ListFrame(props: Props) {
  const {
    title,
    list,
    page,
    whole = false,
    countText,
    searchLabel,
    primary,
    views,
    filters,
    display,
    bulk,
    note,
    children,
  } = props
  const { t } = useLingui()
  const totalText = useTotalText()
  const frame = useRef<HTMLDivElement>(null)
  const bars = useRef<HTMLDivElement>(null)
  useFocusRestore(frame)
  useBarOverhang(bars, Boolean(bulk))
  return (
    <div ref={frame} className={classes.frame} data-own-scroll data-list-frame>
      <header className={classes.head}>
        <Title order={1}>{title}</Title>
        {page && (
          <Text c="dimmed" className={classes.count}>
            {countText ?? totalText(page)}
          </Text>
        )}
        <div className={classes.primary}>{primary}</div>
      </header>
      {views && <div className={classes.views}>{views}</div>}
      <div ref={bars} className={classes.bars} data-bulk={bulk ? '' : undefined}>
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
      <div role="status" className={classes.note}>
        {note}
      </div>
      {children}
      {page && !whole && <ListFooter list={list} page={page} />}
    </div>
  )
}
