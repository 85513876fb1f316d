import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useBelowMessages } from '../below-messages.ts'
import { pageSizes } from '../list-address.ts'
import type { ListControl } from '../list-state.ts'
import classes from './list-frame.module.css'
import type { Page } from './page.ts'
import { useTotalText } from './total-text.ts'
import { numberFormat } from '../formats.ts'

/** Page size, range, total and the ways to other pages. */
export function ListFooter({ list, page: shown }: { list: ListControl; page: Page<unknown> }) {
  const { t, i18n } = useLingui()
  const totalText = useTotalText()
  const sizeId = useId()
  const place = useRef<HTMLElement>(null)
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  // On a phone it ends the page, and messages are below it.
  useBelowMessages(place, 'list-footer', !isPhone)
  const { page, pageSize } = list.state
  const { total, totalIsExact, totalFollows = false } = shown
  const count = shown.items.length
  const last = Math.max(1, Math.ceil(total / pageSize))
  const number = (value: number) => numberFormat(i18n.locale).format(value)
  const first = number((page - 1) * pageSize + 1)
  const end = number((page - 1) * pageSize + count)
  const all = totalText(shown)
  const go = (to: number) => list.update({ page: to })
  const isLast = page >= last && (totalIsExact || count < pageSize)
  return (
    <nav ref={place} className={classes.footer} aria-label={t`Pagination`}>
      <label htmlFor={sizeId}>
        <Trans>Rows</Trans>
        <NativeSelect
          id={sizeId}
          size="xs"
          className={classes.size ?? ''}
          value={String(pageSize)}
          data={pageSizes.map(String)}
          onChange={(event) => list.update({ pageSize: Number(event.currentTarget.value), page: 1 })}
        />
      </label>
      <div className={classes.pages}>
        <span role="status">{count > 0 ? t`${first}–${end} of ${all}` : t`0 of ${all}`}</span>
        <ActionIcon aria-label={t`First page`} disabled={page <= 1} onClick={() => go(1)}>
          <IconChevronsLeft size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t`Previous page`} disabled={page <= 1} onClick={() => go(page - 1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t`Next page`} disabled={isLast} onClick={() => go(page + 1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t`Last page`} disabled={isLast || totalFollows} onClick={() => go(last)}>
          <IconChevronsRight size={16} />
        </ActionIcon>
      </div>
    </nav>
  )
}
