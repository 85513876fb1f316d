import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Group, Text } from '@mantine/core'
import { IconEyeOff, IconHash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Author, authorList } from '#contract/authors.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import type { FilterControls } from '../../entity/list/list-filters.tsx'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Person } from '../../ui/person.tsx'
import { NameBulkBar, useNameActions } from '../taxonomy/name-actions.tsx'
import { useMayWriteNames } from '../taxonomy/name-api.ts'
import { useNameColumns } from '../taxonomy/name-columns.tsx'
import { useAuthorList } from './author-api.ts'
import { useAuthorDeletion } from './author-delete.tsx'
import { useAuthorMerge } from './author-merge.tsx'

const shape = listShape(authorList, { columns: ['uses', 'lastPublishedAt', 'account', 'updatedAt'] })
const hrefOf = (author: Author) => paths.author(author.id)
const nameOf = ({ displayName }: Author) => displayName

/** All bylines: who wrote how much, and who is there twice. */
export function AuthorListPage() {
  const { t } = useLingui()
  const mayWrite = useMayWriteNames() ?? false
  const list = useEntityList(shape, useAuthorList)
  const { select, page } = list
  const merging = useAuthorMerge({ onDone: select.clear })
  const deletion = useAuthorDeletion({ onDone: select.clear, onMerge: (author) => merging.start([author]) })
  const actionsOf = useNameActions<Author>({
    mayWrite,
    hrefOf,
    merge: (author) => merging.start([author]),
    remove: deletion.start,
  })
  return (
    <EntityListPage
      list={list}
      title={t`Authors`}
      meant="authors"
      searchLabel={t`Search authors`}
      failed={t`The authors could not be loaded`}
      add={mayWrite && { label: t`New author`, to: paths.authorAdd }}
      columns={useAuthorColumns()}
      filters={useAuthorFilters()}
      views={{
        screen: 'authors',
        builtIn: [
          { name: t`All`, query: '' },
          { name: t`No articles`, query: 'use=unused' },
          { name: t`Hidden`, query: 'hidden=true' },
        ],
      }}
      rowName={nameOf}
      rowHref={hrefOf}
      actionsOf={actionsOf}
      selectable={mayWrite}
      bulk={<NameBulkBar select={select} page={page.data} merge={merging.start} />}
      empty={{
        noMatch: t`No author matches`,
        nothing: t`No authors yet`,
        why: <Trans>An author is the name under an article. It needs no account.</Trans>,
        addFirst: <Trans>Add the first author</Trans>,
      }}
    >
      {deletion.dialog}
      {merging.dialog}
    </EntityListPage>
  )
}

function useAuthorColumns(): readonly Column<Author>[] {
  const { t } = useLingui()
  const { uses, lastUse, changed } = useNameColumns('author', nameOf)
  return useMemo(
    () => [
      {
        key: 'displayName',
        header: t({ message: 'Name', context: 'of a person' }),
        sort: 'displayName',
        cell: (author) => <AuthorName author={author} />,
      },
      uses,
      lastUse({ key: 'lastPublishedAt', header: t`Last published`, of: (row) => row.lastPublishedAt }),
      {
        key: 'account',
        header: t`Account`,
        width: 160,
        cell: ({ account }) => account?.name ?? '',
      },
      changed,
    ],
    [t, uses, lastUse, changed],
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

function useAuthorFilters(): FilterControls<typeof authorList.filters> {
  const { t } = useLingui()
  return {
    use: {
      label: t`Articles`,
      icon: <IconHash size={14} />,
      choices: { unused: t`No articles`, once: t`One article` },
    },
    hidden: { label: t`Hidden`, icon: <IconEyeOff size={14} /> },
  }
}
