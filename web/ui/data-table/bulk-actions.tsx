import { Trans } from '@lingui/react/macro'
import { Button, Menu, OverflowList } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What can be done with the chosen rows. */
export type BulkAction = {
  key: string
  label: string
  icon: ReactNode
  run: () => void
  danger?: boolean
  disabled?: boolean
  loading?: boolean
  /** Always in the menu, however much room there is. */
  rare?: boolean
}

const RED = 'var(--mantine-color-error)'

/** Buttons as far as there is room for them in one line, and a menu for the others. */
export function BulkActions({ actions }: { actions: readonly BulkAction[] }) {
  const shown = [...actions.filter(({ rare }) => !rare), ...actions.filter(({ rare }) => rare)]
  return (
    <OverflowList
      data={shown}
      gap={8}
      maxVisibleItems={shown.filter(({ rare }) => !rare).length}
      // In another language, or while one of them runs, they are measured again.
      getItemKey={({ key, label, loading }) => `${key} ${label} ${loading === true}`}
      renderItem={({ key, label, icon, run, danger, disabled, loading }) => (
        <Button
          key={key}
          size="compact-sm"
          variant="default"
          leftSection={icon}
          disabled={disabled ?? false}
          loading={loading ?? false}
          {...(danger && { c: RED })}
          onClick={run}
        >
          {label}
        </Button>
      )}
      renderOverflow={(hidden) => (
        <span>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="default" leftSection={<IconDots size={14} />}>
                <Trans>More</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {hidden.map(({ key, label, icon, run, danger, disabled, loading }) => (
                <Menu.Item
                  key={key}
                  leftSection={icon}
                  disabled={disabled || loading || false}
                  {...(danger && { c: RED })}
                  onClick={run}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </span>
      )}
    />
  )
}
