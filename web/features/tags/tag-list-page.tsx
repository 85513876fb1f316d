import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, ColorSwatch, Group, Text } from '@mantine/core'
import { IconCopy, IconEyeOff, IconHash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Tag, tagList } from '#contract/tags.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import type { FilterControls } from '../../entity/list/list-filters.tsx'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { NameBulkBar, useNameActions } from '../taxonomy/name-actions.tsx'
import { useMayWriteNames } from '../taxonomy/name-api.ts'
import { useNameColumns } from '../taxonomy/name-columns.tsx'
import { useTagDeletion, useTagMerge } from './tag-actions.tsx'
import { useTagList } from './tag-api.ts'
import { listed } from '../../ui/listed.ts'

const shape = listShape(tagList, { columns: ['uses', 'lastUsedAt', 'similar', 'updatedAt'] })
const hrefOf = (tag: Tag) => paths.tag(tag.id)
const nameOf = ({ name }: Tag) => name

/** All tags: how much they are used, which of them are one too many, and what to do about it. */
export function TagListPage() {
  const { t } = useLingui()
  const mayWrite = useMayWriteNames() ?? false
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
      meant="tags"
      searchLabel={t`Search tags and synonyms`}
      failed={t`The tags could not be loaded`}
      add={mayWrite && { label: t`New tag`, to: paths.tagAdd }}
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
      rowName={nameOf}
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

function useTagColumns(): readonly Column<Tag>[] {
  const { t } = useLingui()
  const { uses, lastUse, changed } = useNameColumns('tag', nameOf)
  return useMemo(
    () => [
      { key: 'name', header: t`Name`, sort: 'name', cell: (tag) => <TagName tag={tag} /> },
      uses,
      lastUse({
        key: 'lastUsedAt',
        header: t`Newest article`,
        help: t`When the newest article with this tag was begun`,
        of: (row) => row.lastUsedAt,
      }),
      {
        key: 'similar',
        header: t`Similar tags`,
        width: 180,
        cell: ({ similar }) => (similar.length > 0 ? listed(similar.map(({ name }) => name)) : ''),
      },
      changed,
    ],
    [t, uses, lastUse, changed],
  )
}

/** A tag as lists show it: colour, name, and quietly what else finds it. */
function TagName({ tag: { name, colour, visibility, synonyms } }: { tag: Tag }) {
  return (
    <Group gap={8} wrap="nowrap" component="span" miw={0}>
      {colour && <ColorSwatch component="span" size={10} color={colour} withShadow={false} aria-hidden />}
      <Text span inherit truncate>
        {name}
      </Text>
      {visibility === 'internal' && (
        <Badge size="sm" variant="default" tt="none" fw={500} style={{ flex: 'none' }}>
          <Trans>internal</Trans>
        </Badge>
      )}
      {synonyms.length > 0 && (
        <Text span size="sm" c="dimmed" truncate fw={400}>
          {listed(synonyms)}
        </Text>
      )}
    </Group>
  )
}

function useTagFilters(): FilterControls<typeof tagList.filters> {
  const { t } = useLingui()
  return {
    use: { label: t`Use`, icon: <IconHash size={14} />, choices: { unused: t`Unused`, once: t`Used once` } },
    similar: { label: t`Similar tags`, icon: <IconCopy size={14} /> },
    visibility: {
      label: t`Visibility`,
      icon: <IconEyeOff size={14} />,
      choices: { internal: t`Internal`, public: t`Public` },
    },
  }
}
