import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Author } from '#contract/authors.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Person } from '../../ui/person.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'

export function useAuthorColumns(): readonly Column<Author>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    () => [
      {
        key: 'displayName',
        header: t({ message: 'Name', context: 'of a person' }),
        sort: 'displayName',
        cell: (author) => <AuthorName author={author} />,
      },
      {
        key: 'uses',
        header: t`Articles`,
        sort: 'uses',
        sortFirst: 'desc',
        width: 100,
        align: 'end',
        cell: ({ id, uses, displayName }) =>
          uses === 0 ? (
            <Text span size="sm" c="dimmed">
              0
            </Text>
          ) : (
            <Anchor
              component={ScreenLink}
              inherit
              to={`${paths.articles}?author=${id}`}
              aria-label={t`Articles: ${uses}, ${displayName}`}
            >
              {i18n.number(uses)}
            </Anchor>
          ),
      },
      {
        key: 'lastPublishedAt',
        header: t`Last published`,
        width: 150,
        onPhone: 'left-out',
        cell: ({ lastPublishedAt }) => (lastPublishedAt ? <RelativeTime value={lastPublishedAt} /> : '–'),
      },
      {
        key: 'account',
        header: t`Account`,
        width: 160,
        cell: ({ account }) => account?.name ?? '',
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

function AuthorName({ author: { displayName, jobTitle, hidden, avatarUrl } }: { author: Author }) {
  return (
    <Group gap={8} wrap="nowrap" component="span" miw={0}>
      <Person name={displayName} avatarUrl={avatarUrl} size={24} />
      {hidden && (
        <Badge size="sm" variant="default" tt="none" fw={500} style={{ flex: 'none' }}>
          <Trans>hidden</Trans>
        </Badge>
      )}
      {jobTitle && (
        <Text span size="sm" c="dimmed" truncate fw={400}>
          {jobTitle}
        </Text>
      )}
    </Group>
  )
}
