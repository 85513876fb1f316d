import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { UnavailableItem } from '../unavailable-item.tsx'
import { useFittingCount } from './fitting-count.ts'
import classes from './list-frame.module.css'

/** What can be done with the chosen rows. */
export type BulkAction = {
  key: string
  label: string
  icon: ReactNode
  run: () => void
  danger?: boolean
  disabled?: boolean
  /** Why it is not possible with what is chosen. It is in the menu then, which says so. */
  unavailable?: string | undefined
  loading?: boolean
  /** Always in the menu, however much room there is. */
  rare?: boolean
}

const RED = 'var(--mantine-color-error)'

const GAP = 8

/** Buttons as far as there is room for them in one line, and a menu for the others. */
export function BulkActions({ actions }: { actions: readonly BulkAction[] }) {
  const inLine = actions.filter(({ rare, unavailable }) => !rare && unavailable === undefined)
  const ordered = [...inLine, ...actions.filter((action) => !inLine.includes(action))]
  const { line, shown } = useFittingCount({
    // In another language, or while one of them runs, they are measured again.
    signature: ordered.map(({ key, label, loading }) => `${key} ${label} ${loading === true}`).join('\n'),
    count: ordered.length,
    most: inLine.length,
    gap: GAP,
  })
  const hidden = ordered.slice(shown ?? 0)
  return (
    <div ref={line} className={classes.bulkLine}>
      {ordered.slice(0, shown).map(({ key, label, icon, run, danger, disabled, loading }) => (
        <Button
          key={key}
          size="compact-sm"
          variant="default"
          flex="none"
          leftSection={icon}
          disabled={disabled ?? false}
          loading={loading ?? false}
          {...(danger && !disabled && { c: RED })}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {hidden.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-sm" variant="default" flex="none" leftSection={<IconDots size={14} />}>
              <Trans>More</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map(({ key, label, icon, run, danger, disabled, unavailable, loading }) =>
              unavailable === undefined ? (
                <Menu.Item
                  key={key}
                  leftSection={icon}
                  disabled={disabled || loading || false}
                  {...(danger && { c: RED })}
                  onClick={run}
                >
                  {label}
                </Menu.Item>
              ) : (
                <UnavailableItem key={key} label={label} icon={icon} unavailable={unavailable} />
              ),
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
