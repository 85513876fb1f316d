import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { Layout } from './list-address.ts'
import classes from './layout-switch.module.css'

/** Pictures or a table. */
export function LayoutSwitch({ value, onChange }: { value: Layout; onChange: (layout: Layout) => void }) {
  const { t } = useLingui()
  const choices = [
    { layout: 'grid', label: t`As a grid`, Icon: IconLayoutGrid },
    { layout: 'table', label: t`As a list`, Icon: IconList },
  ] as const
  return (
    <ActionIcon.Group className={classes.switch ?? ''} role="group" aria-label={t`Layout`}>
      {choices.map(({ layout, label, Icon }) => (
        <Tooltip key={layout} label={label}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={label}
            aria-pressed={value === layout}
            onClick={() => onChange(layout)}
          >
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </ActionIcon.Group>
  )
}
