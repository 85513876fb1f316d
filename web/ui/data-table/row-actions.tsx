import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { DropMenu } from '../drop-menu.tsx'
import { useFocusStop } from '../focus-stop.ts'
import { hint } from '../hint.tsx'
import type { RowAction } from './column.ts'
import classes from './data-table.module.css'

/** What can be done with a row: the quick ones on hover and focus, all of them in the menu. */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useLingui()
  const stop = useFocusStop()
  if (actions.length === 0) return null
  return (
    <div className={classes.actions}>
      <div className={classes.quick}>
        {actions
          .filter(({ quick, unavailable }) => quick && !unavailable)
          .map(({ key, label, icon, run }) => (
            <ActionIcon key={key} size="md" aria-label={t`${label}: ${name}`} onClick={run} {...stop} {...hint(label)}>
              {icon}
            </ActionIcon>
          ))}
      </div>
      <DropMenu
        target={
          <ActionIcon size="md" aria-label={t`Actions for “${name}”`} {...stop}>
            <IconDots size={16} />
          </ActionIcon>
        }
        entries={actions}
      />
    </div>
  )
}
