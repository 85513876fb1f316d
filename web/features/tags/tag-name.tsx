import { Trans } from '@lingui/react/macro'
import { Badge, ColorSwatch, Group, Text } from '@mantine/core'
import type { Tag } from '#contract/tags.ts'

/** A tag as lists show it: colour, name, and quietly what else finds it. */
export function TagName({ tag: { name, colour, visibility, synonyms } }: { tag: Tag }) {
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
