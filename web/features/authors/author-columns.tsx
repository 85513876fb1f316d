import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Author } from '#contract/authors.ts'
import { useChangedColumn } from '../../ui/data-table/changed-column.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { Person } from '../../ui/person.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useUsesColumn } from '../taxonomy/name-uses.tsx'

const nameOf = ({ displayName }: Author) => displayName

export function useAuthorColumns(): readonly Column<Author>[] {
  const { t } = useLingui()
  const uses = useUsesColumn('author', nameOf)
  const changed = useChangedColumn<Author>()
  return useMemo(
    () => [
      {
        key: 'displayName',
        header: t({ message: 'Name', context: 'of a person' }),
        sort: 'displayName',
        cell: (author) => <AuthorName author={author} />,
      },
      uses,
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
      changed,
    ],
    [t, uses, changed],
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
