import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Input, NumberInput, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type AdSize, PLACEMENT_SIZES_MOST } from '#contract/placements.ts'

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
      </Stack>
    </Input.Wrapper>
  )
}

type PixelProps = { label: string; value: number; readOnly: boolean; onChange: (pixels: number) => void }

export function PixelInput({ label, value, readOnly, onChange }: PixelProps) {
  return (
    <NumberInput
      aria-label={label}
      value={value || ''}
      onChange={(next) => onChange(Number(next))}
      min={1}
      max={4000}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      w={96}
      readOnly={readOnly}
    />
  )
}
