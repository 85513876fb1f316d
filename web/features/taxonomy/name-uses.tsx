import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'

type Used = { id: string; uses: number }
/** Their filter in the list of articles. */
type By = 'tag' | 'author'
const articlesOf = (by: By, id: string) => `${paths.articles}?${by}=${id}`

/** How many articles carry each name, with the way to them. */
export function useUsesColumn<Name extends Used>(by: By, nameOf: (name: Name) => string): Column<Name> {
  const { t, i18n } = useLingui()
  return useMemo(
    () => ({
      key: 'uses',
      header: t`Articles`,
      sort: 'uses',
      sortFirst: 'desc',
      width: 100,
      align: 'end',
      cell: (row) => {
        const { id, uses } = row
        const name = nameOf(row)
        return uses === 0 ? (
          <Text span size="sm" c="dimmed">
            0
          </Text>
        ) : (
          <Anchor component={ScreenLink} inherit to={articlesOf(by, id)} aria-label={t`Articles: ${uses}, ${name}`}>
            {i18n.number(uses)}
          </Anchor>
        )
      },
    }),
    [t, i18n, by, nameOf],
  )
}

/** How many articles carry the name of a form, with the way to them. */
export function UsesLink({ by, of: { id, uses } }: { by: By; of: Used }) {
  const { t } = useLingui()
  return (
    <Anchor component={ScreenLink} size="sm" to={articlesOf(by, id)}>
      {t`${plural(uses, { one: '# article', other: '# articles' })}`}
    </Anchor>
  )
}
