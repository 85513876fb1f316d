import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, SegmentedControl, Switch } from '@mantine/core'
import { IconFlipHorizontal, IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hint } from '../../../ui/hint.tsx'
import { beginCrop, canBeUpright, type Crop, mirrored, type Ratio, ratios, turned, withRatio } from './crop-rules.ts'

type Props = {
  crop: Crop
  /** Nothing is changed yet. */
  isWhole: boolean
  disabled: boolean
  onChange: (crop: Crop) => void
}

/** Turns, mirror image and ratio, and the way back to the picture as it is. */
export function CropTools({ crop, isWhole, disabled, onChange }: Props) {
  const { t } = useLingui()
  const names: Partial<Record<Ratio, string>> = { free: t`Freeform`, picture: t`Original` }
  const isReset = isWhole && crop.ratio === 'free'
  return (
    <>
      <Group gap={6}>
        <Tool label={t`Rotate left`} disabled={disabled} onClick={() => onChange(turned(crop, -90))}>
          <IconRotate2 size={18} aria-hidden />
        </Tool>
        <Tool label={t`Rotate right`} disabled={disabled} onClick={() => onChange(turned(crop, 90))}>
          <IconRotateClockwise2 size={18} aria-hidden />
        </Tool>
        <Tool
          label={t`Flip horizontally`}
          disabled={disabled}
          pressed={crop.flip}
          onClick={() => onChange(mirrored(crop))}
        >
          <IconFlipHorizontal size={18} aria-hidden />
        </Tool>
        <Button
          ms="auto"
          size="compact-sm"
          variant="subtle"
          color="gray"
          // Not `disabled`: the keyboard would lose its place.
          aria-disabled={isReset || disabled}
          data-disabled={isReset || disabled || undefined}
          onClick={() => isReset || disabled || onChange(beginCrop(crop.size))}
        >
          <Trans>Reset</Trans>
        </Button>
      </Group>
      <div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t`Ratio`}
          disabled={disabled}
          data={ratios.map((ratio) => ({ value: ratio, label: names[ratio] ?? shown(ratio, crop.upright) }))}
          value={crop.ratio}
          onChange={(next) => onChange(withRatio(crop, next as Ratio, crop.upright))}
        />
        <Switch
          mt={8}
          size="xs"
          label={t`Upright`}
          disabled={disabled || !canBeUpright(crop.ratio)}
          checked={crop.upright}
          onChange={(event) => onChange(withRatio(crop, crop.ratio, event.currentTarget.checked))}
        />
      </div>
    </>
  )
}

const shown = (ratio: Ratio, upright: boolean) => (upright ? ratio.split(':').toReversed().join(':') : ratio)

type ToolProps = { label: string; disabled: boolean; pressed?: boolean; onClick: () => void; children: ReactNode }

function Tool({ label, disabled, pressed, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      size={32}
      {...(pressed ? { variant: 'light', color: 'teal' } : { variant: 'default' })}
      aria-label={label}
      {...hint(label)}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
    >
      {children}
    </ActionIcon>
  )
}
