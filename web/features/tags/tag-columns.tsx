import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, ColorSwatch, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Tag } from '#contract/tags.ts'
import { useChangedColumn } from '../../ui/data-table/changed-column.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useUsesColumn } from '../taxonomy/name-uses.tsx'

const nameOf = ({ name }: Tag) => name

export function useTagColumns(): readonly Column<Tag>[] {
  const { t } = useLingui()
  const uses = useUsesColumn('tag', nameOf)
  const changed = useChangedColumn<Tag>()
  return useMemo(
    () => [
      { key: 'name', header: t`Name`, sort: 'name', cell: (tag) => <TagName tag={tag} /> },
      uses,
      {
        key: 'lastUsedAt',
        header: t`Last used`,
        width: 140,
        onPhone: 'left-out',
        cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} /> : '–'),
      },
      {
        key: 'similar',
        header: t`Similar tags`,
        width: 180,
        cell: ({ similar }) => (similar.length > 0 ? similar.map(({ name }) => name).join(', ') : ''),
      },
      changed,
    ],
    [t, uses, changed],
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
          {synonyms.join(', ')}
        </Text>
      )}
    </Group>
  )
}
