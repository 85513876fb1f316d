import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Side } from './article-body-places.ts'

type Props = {
  label: string
  who: string
  /** Undefined: nothing is chosen yet. */
  value: Side | undefined
  hasBoth?: boolean
  onChange: (side: Side) => void
}

/** Mine, theirs or both. */
export function ChoiceOfVersion({ label, who, value, hasBoth = false, onChange }: Props) {
  const { t } = useLingui()
  const isNarrow = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false })
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value ?? ''}
      onChange={(side) => onChange(side as Side)}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      fullWidth={Boolean(isNarrow)}
      data={[
        { value: 'mine', label: t`Mine` },
        { value: 'theirs', label: t`From ${who}` },
        ...(hasBoth ? [{ value: 'both', label: t`Both, mine first` }] : []),
      ]}
    />
  )
}
