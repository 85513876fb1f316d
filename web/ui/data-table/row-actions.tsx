import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import { DropMenu } from '../drop-menu.tsx'
import { useFocusStop } from '../focus-stop.ts'
import { hint } from '../hint.tsx'
import type { RowAction } from './column.ts'
import classes from './data-table.module.css'

type Props = {
  name: string
  actions: readonly RowAction[]
  /** Whether those that are seen on hover and focus are on the page: half of what a row has, and of most rows never seen. */
  withQuick?: boolean
}

/** What can be done with a row: the quick ones on hover and focus, all of them in the menu. */
export function RowActions({ name, actions, withQuick = true }: Props) {
  const { t } = useLingui()
  const stop = useFocusStop()
  if (actions.length === 0) return null
  const quick = withQuick ? actions.filter((action) => action.quick && !action.unavailable) : []
  return (
    <div className={classes.actions}>
      {quick.length > 0 && (
        <div className={classes.quick}>
          {quick.map(({ key, label, icon, run }) => (
            <button
              key={key}
              type="button"
              className={classes.button}
              aria-label={t`${label}: ${name}`}
              onClick={run}
              {...stop}
              {...hint(label)}
            >
              {icon}
            </button>
          ))}
        </div>
      )}
      <DropMenu
        target={
          <button type="button" className={classes.button} aria-label={t`Actions for “${name}”`} {...stop}>
            <IconDots size={16} />
          </button>
        }
        entries={actions}
      />
    </div>
  )
}
