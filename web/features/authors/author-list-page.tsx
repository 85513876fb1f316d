import { Trans, useLingui } from '@lingui/react/macro'
import { type Author, authorList } from '#contract/authors.ts'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { paths } from '../../paths.ts'
import { useScreen } from '../../ui/screen.tsx'
import { useAllowed } from '../session/session-api.ts'
import { NameBulkBar, useNameActions } from '../taxonomy/name-actions.tsx'
import { useAuthorList } from './author-api.ts'
import { useAuthorColumns } from './author-columns.tsx'
import { useAuthorDeletion } from './author-delete.tsx'
import { useAuthorFilters } from './author-filters.tsx'
import { useAuthorMerge } from './author-merge.tsx'

const shape = listShape(authorList, { columns: ['uses', 'lastPublishedAt', 'account', 'updatedAt'] })
const hrefOf = (author: Author) => paths.author(author.id)

/** All bylines: who wrote how much, and who is there twice. */
export function AuthorListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('taxonomy.write') ?? false
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
      searchLabel={t`Search authors`}
      failed={t`The authors could not be loaded`}
      add={mayWrite && { label: t`New author`, run: () => navigate(paths.authorAdd) }}
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
      rowName={(author) => author.displayName}
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
