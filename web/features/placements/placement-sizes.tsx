import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type AdSize, PLACEMENT_SIZES_MOST, reservedSize, sizeName } from '#contract/placements.ts'
import { WholeNumberInput } from '../../ui/whole-number-input.tsx'

type Props = {
  id: string
  label: string
  error: string | undefined
  readOnly: boolean
  value: readonly AdSize[]
  onChange: (sizes: AdSize[]) => void
}

/** The sizes that fit a place, in CSS pixels. */
export function PlacementSizes({ id, label, error, readOnly, value, onChange }: Props) {
  const { t } = useLingui()
  const reserved = sizeName(reservedSize(value))
  const change = (at: number, part: Partial<AdSize>) =>
    onChange(value.map((size, index) => (index === at ? { ...size, ...part } : size)))
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      error={error}
      tabIndex={-1}
      description={t`In pixels. A picture or HTML ad is shown only in one of exactly these sizes.`}
    >
      <Stack gap={8} mt={6}>
        {value.map(({ width, height }, at) => {
          const place = at + 1
          return (
            // Sizes have no identity but their position.
            <Group key={at} gap={8} wrap="nowrap" role="group" aria-label={t`Size ${place}`}>
              <PixelInput
                label={t`Width of size ${place}`}
                value={width}
                readOnly={readOnly}
                onChange={(next) => change(at, { width: next })}
              />
              ×
              <PixelInput
                label={t`Height of size ${place}`}
                value={height}
                readOnly={readOnly}
                onChange={(next) => change(at, { height: next })}
              />
              {!readOnly && value.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t`Remove size ${place}`}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
          )
        })}
        {!readOnly && value.length < PLACEMENT_SIZES_MOST && (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...value, { width: 728, height: 90 }])}
          >
            <Trans>Add a size</Trans>
          </Button>
        )}
        {new Set(value.map(({ height }) => height)).size > 1 && (
          <Text size="xs" c="dimmed">
            <Trans>
              The code reserves the largest size, {reserved}, so that the page does not jump. A smaller ad or a text
              leaves the rest empty; a placement with one size leaves nothing empty.
            </Trans>
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

type PixelProps = { label: string; value: number; readOnly: boolean; onChange: (pixels: number) => void }

/** Pixels of a width or height. */
export function PixelInput({ label, value, readOnly, onChange }: PixelProps) {
  return (
    <WholeNumberInput
      aria-label={label}
      value={value || null}
      onChange={(next) => onChange(next ?? 0)}
      hideControls
      w={96}
      readOnly={readOnly}
    />
  )
}
