import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { BulkReview } from '#contract/article-bulk.ts'
import { useCodeText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { listed } from '../../ui/listed.ts'
import { exactWords } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { type BulkOptions, timeOf } from './article-bulk-run.ts'
import classes from './article-review.module.css'
import { requirementNames, stateNames } from './article-words.ts'

type Item = BulkReview['items'][number]

/** What will be done, article by article: title, address and, when it is planned, the time. */
export function ReviewList(props: { label: string; items: readonly Item[]; times: BulkOptions['times'] }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const heading = useId()
  const { label, items, times } = props
  return (
    <section className={classes.part}>
      <Text size="sm" fw={500} id={heading} component="h3">
        {label}
      </Text>
      {/* It scrolls: without a place in the order of Tab its end could not be reached. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.list} aria-labelledby={heading} tabIndex={0}>
        {items.map((item, place) => (
          <li key={item.id}>
            <span className={classes.title}>{item.title || t`Untitled`}</span>
            <span className={classes.where}>
              <Address item={item} />
              {times && <> · {exactWords(new Date(timeOf(times, place)), i18n.locale, zone)}</>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where readers find it; of one that moves, where they found it before. */
function Address({ item: { slug, liveSlug } }: { item: Item }) {
  const [now, before] = [`/${slug}`, `/${liveSlug ?? ''}`]
  if (liveSlug === null || liveSlug === slug) return <>{now}</>
  return (
    <Trans>
      {now} (was {before})
    </Trans>
  )
}

/** So many articles stay as they are; a list of which, or why. */
function Staying({ count, children }: { count: number; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes.part}>
      <Text size="sm" fw={500} id={heading} component="h3">
        <Plural value={count} one="# article stays as it is" other="# articles stay as they are" />
      </Text>
      <ul className={classes.list} aria-labelledby={heading}>
        {children}
      </ul>
    </section>
  )
}

/** What cannot be done, and why; each leads to its article. */
export function ReviewBlocked({ items, onFollow }: { items: readonly Item[]; onFollow: () => void }) {
  const { t } = useLingui()
  const why = useWhy()
  return (
    <Staying count={items.length}>
      {items.map((item) => (
        <li key={item.id}>
          <Anchor
            component={ScreenLink}
            inherit
            to={paths.article(item.id)}
            onFollow={onFollow}
            className={classes.title}
          >
            {item.title || t`Untitled`}
          </Anchor>
          <span className={classes.where}>{why(item)}</span>
        </li>
      ))}
    </Staying>
  )
}

/** Of more than are listed: how many of them readers find now. */
export function ReviewSum({ all, listed: count }: { all: NonNullable<BulkReview['all']>; listed: number }) {
  return (
    <Text size="sm">
      <Plural
        value={all.public}
        _0="Readers find none of them now."
        one="Readers find # of them now."
        other="Readers find # of them now."
      />
      <SentenceGap />
      {count > 0 && <Plural value={count} one="The first one is listed." other="The first # are listed." />}
    </Text>
  )
}

/** How many of them cannot be done, by reason. */
export function ReviewRefused({ refused }: Pick<NonNullable<BulkReview['all']>, 'refused'>) {
  const { t } = useLingui()
  const codeText = useCodeText()
  return (
    <Staying count={refused.reduce((sum, { articles }) => sum + articles, 0)}>
      {refused.map(({ code, articles }) => (
        <li key={code}>
          <span className={classes.title}>
            {t({ message: plural(articles, { one: '# article', other: '# articles' }) })}
          </span>
          <span className={classes.where}>{codeText(code)}</span>
        </li>
      ))}
    </Staying>
  )
}

function useWhy(): (item: Item) => string {
  const { t, i18n } = useLingui()
  const codeText = useCodeText()
  return ({ code, missing, state }) => {
    if (code === 'illegal_transition' && state) return t`Not possible in its state, “${t(stateNames[state])}”`
    if (code !== 'not_publishable') return codeText(code ?? 'unexpected')
    const names = missing.map((name) =>
      name === 'unpublishAt' ? t`a time to unpublish in the future` : t(requirementNames[name]),
    )
    return t`Missing: ${listed(names, i18n.locale)}`
  }
}
