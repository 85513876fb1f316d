import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Skeleton, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useSearchNow } from './search-rank-api.ts'
import { roundedDown } from './search-rank-figures.ts'
import classes from './search-rank.module.css'

/** What readers get now, with what was decided about the term: the figures tell what they got when they searched. */
export function SearchTermNow({ term }: { term: string }) {
  const { t, i18n } = useLingui()
  const { data, isError } = useSearchNow(term)
  const number = data && i18n.number(roundedDown(data.total))
  return (
    <section aria-live="polite">
      <h3>
        <Trans>What readers get now</Trans>
      </h3>
      {data ? (
        <>
          <Text size="sm" fw={500}>
            {data.total === 0
              ? t`Now: no result`
              : data.totalIsExact
                ? t({ message: plural(data.total, { one: 'Now: # result', other: 'Now: # results' }) })
                : t`Now: more than ${number} results`}
          </Text>
          {data.total === 0 && (
            <Text size="sm" c="dimmed">
              <Trans>Pin an article or add a synonym below, or start a draft.</Trans>
            </Text>
          )}
          <ol className={classes.now}>
            {data.items.map(({ id, title, pinned }) => (
              <li key={id}>
                <Anchor component={ScreenLink} inherit to={paths.article(id)}>
                  {title}
                </Anchor>
                {pinned && (
                  <Badge size="xs" variant="light" ml={6}>
                    <Trans>Pinned</Trans>
                  </Badge>
                )}
              </li>
            ))}
          </ol>
        </>
      ) : isError ? (
        <Text size="sm" c="dimmed">
          <Trans>What readers get now could not be asked for.</Trans>
        </Text>
      ) : (
        <Skeleton height={40} />
      )}
    </section>
  )
}
