import { useLingui } from '@lingui/react/macro'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { type Crop, limitsOf, rectangleOf, seenSize, withSide, withStart } from './crop-rules.ts'
import classes from './crop-dialog.module.css'

type Props = { crop: Crop; disabled: boolean; onChange: (crop: Crop) => void }

/** The chosen part in pixels of the picture: the exact way, and that of the keyboard. */
export function CropFields({ crop, disabled, onChange }: Props) {
  const { t } = useLingui()
  const { x, y, width, height } = rectangleOf(crop)
  const seen = seenSize(crop)
  const limits = limitsOf(crop)
  return (
    <div className={classes.fields} role="group" aria-label={t`The part that stays, in pixels`}>
      <PixelInput
        label={t`Width`}
        value={width}
        {...limits.width}
        disabled={disabled}
        onChange={(next) => onChange(withSide(crop, 'width', next))}
      />
      <PixelInput
        label={t`Height`}
        value={height}
        {...limits.height}
        disabled={disabled}
        onChange={(next) => onChange(withSide(crop, 'height', next))}
      />
      <PixelInput
        label={t`From the left`}
        value={x}
        least={0}
        most={seen.width - width}
        disabled={disabled}
        onChange={(next) => onChange(withStart(crop, 'x', next))}
      />
      <PixelInput
        label={t`From the top`}
        value={y}
        least={0}
        most={seen.height - height}
        disabled={disabled}
        onChange={(next) => onChange(withStart(crop, 'y', next))}
      />
    </div>
  )
}

type InputProps = {
  label: string
  value: number
  least: number
  most: number
  disabled: boolean
  onChange: (value: number) => void
}

/** What is typed counts while it is possible; what is not becomes the nearest that is, once the field is left. */
function PixelInput({ label, value, least, most, disabled, onChange }: InputProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | number>()
  const number = typed === undefined || typed === '' ? undefined : Number(typed)
  const isPossible = (given: number) => given >= least && given <= most
  return (
    <NumberInput
      label={label}
      size="xs"
      value={typed ?? value}
      min={least}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      disabled={disabled}
      error={number !== undefined && !isPossible(number) && t`From ${least} to ${most}`}
      onChange={(next) => {
        setTyped(next)
        if (next !== '' && isPossible(Number(next))) onChange(Number(next))
      }}
      onBlur={() => {
        if (number !== undefined && !isPossible(number)) onChange(number)
        setTyped(undefined)
      }}
    />
  )
}
