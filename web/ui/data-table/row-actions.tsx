import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useFocusStop } from '../focus-stop.ts'
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
            <Tooltip key={key} label={label}>
              <ActionIcon size="md" aria-label={t`${label}: ${name}`} onClick={run} {...stop}>
                {icon}
              </ActionIcon>
            </Tooltip>
          ))}
      </div>
      <Menu position="bottom-end" withinPortal returnFocus>
        <Menu.Target>
          <ActionIcon size="md" aria-label={t`Actions for “${name}”`} {...stop}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ key, label, icon, run, danger, divided, unavailable }) => (
            <Fragment key={key}>
              {divided && <Menu.Divider />}
              {unavailable ? (
                // Not `disabled`: the reason must be reachable from the keyboard and be read out.
                <Menu.Item leftSection={icon} aria-disabled closeMenuOnClick={false} c="dimmed" maw={300}>
                  {label}
                  <Text size="xs" span display="block">
                    {unavailable}
                  </Text>
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={icon} onClick={run} {...(danger && { c: 'var(--mantine-color-error)' })}>
                  {label}
                </Menu.Item>
              )}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
