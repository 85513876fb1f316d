import { Trans, useLingui } from '@lingui/react/macro'
import { type Tag, tagList } from '#contract/tags.ts'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { paths } from '../../paths.ts'
import { useScreen } from '../../ui/screen.tsx'
import { useAllowed } from '../session/session-api.ts'
import { NameBulkBar, useNameActions } from '../taxonomy/name-actions.tsx'
import { useTagDeletion, useTagMerge } from './tag-actions.tsx'
import { useTagList } from './tag-api.ts'
import { useTagColumns } from './tag-columns.tsx'
import { useTagFilters } from './tag-filters.tsx'

const shape = listShape(tagList, { columns: ['uses', 'lastUsedAt', 'similar', 'updatedAt'] })
const hrefOf = (tag: Tag) => paths.tag(tag.id)

/** All tags: how much they are used, which of them are one too many, and what to do about it. */
export function TagListPage() {
  const { t } = useLingui()
  const { navigate } = useScreen()
  const mayWrite = useAllowed('taxonomy.write') ?? false
  const list = useEntityList(shape, useTagList)
  const { select, page } = list
  const merging = useTagMerge({ onDone: select.clear })
  const deletion = useTagDeletion(select.clear)
  const actionsOf = useNameActions<Tag>({
    mayWrite,
    hrefOf,
    merge: (tag) => merging.start([tag]),
    remove: (tag) => deletion.start([tag]),
  })
  return (
    <EntityListPage
      list={list}
      title={t`Tags`}
      searchLabel={t`Search tags and synonyms`}
      failed={t`The tags could not be loaded`}
      add={mayWrite && { label: t`New tag`, run: () => navigate(paths.tagAdd) }}
      columns={useTagColumns()}
      filters={useTagFilters()}
      views={{
        screen: 'tags',
        builtIn: [
          { name: t`All`, query: '' },
          { name: t`Unused`, query: 'use=unused' },
          { name: t`Similar tags`, query: 'similar=true' },
          { name: t`Internal`, query: 'visibility=internal' },
        ],
      }}
      rowName={(tag) => tag.name}
      rowHref={hrefOf}
      actionsOf={actionsOf}
      selectable={mayWrite}
      bulk={<NameBulkBar select={select} page={page.data} merge={merging.start} remove={deletion.start} />}
      empty={{
        noMatch: t`No tag matches`,
        nothing: t`No tags yet`,
        why: <Trans>Tags gather articles about the same subject, across categories.</Trans>,
        addFirst: <Trans>Add the first tag</Trans>,
      }}
    >
      {deletion.dialog}
      {merging.dialog}
    </EntityListPage>
  )
}
