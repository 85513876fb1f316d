import { useLingui } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Tag } from '#contract/tags.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { TagName } from './tag-name.tsx'

export function useTagColumns(): readonly Column<Tag>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    () => [
      { key: 'name', header: t`Name`, sort: 'name', cell: (tag) => <TagName tag={tag} /> },
      {
        key: 'uses',
        header: t`Articles`,
        sort: 'uses',
        sortFirst: 'desc',
        width: 100,
        align: 'end',
        cell: ({ id, uses, name }) =>
          uses === 0 ? (
            <Text span size="sm" c="dimmed">
              0
            </Text>
          ) : (
            <Anchor
              component={ScreenLink}
              inherit
              to={`${paths.articles}?tag=${id}`}
              aria-label={t`Articles: ${uses}, ${name}`}
            >
              {i18n.number(uses)}
            </Anchor>
          ),
      },
      {
        key: 'lastUsedAt',
        header: t`Last used`,
        width: 140,
        onPhone: 'left-out',
        cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} /> : '–'),
      },
      {
        key: 'alike',
        header: t`Looks like`,
        width: 180,
        cell: ({ alike }) => (alike.length > 0 ? alike.map(({ name }) => name).join(', ') : ''),
      },
      {
        key: 'updatedAt',
        header: t`Changed`,
        sort: 'updatedAt',
        sortFirst: 'desc',
        width: 140,
        onPhone: 'left-out',
        cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
      },
    ],
    [t, i18n],
  )
}
