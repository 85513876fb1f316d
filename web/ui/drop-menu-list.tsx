import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import { DropAnchor, useOpensAfterMount } from './drop-anchor.tsx'
import type { DropParts } from './drop.ts'
import type { MenuAction, MenuChoice, MenuEntry } from './menu-entry.ts'
import { UnavailableItem } from './unavailable-item.tsx'

type Props = DropParts & {
  entries: readonly MenuEntry[]
  position: 'bottom-start' | 'bottom-end'
  width: number | undefined
  onClose: () => void
}

/** The list of a `DropMenu`, which loads it. */
export function DropMenuList({ id, target, opened, onChange, entries, position, width }: Props) {
  const isOpen = useOpensAfterMount(opened)
  return (
    <Menu id={id} opened={isOpen} onChange={onChange} position={position} {...(width !== undefined && { width })}>
      <Menu.Target>
        <DropAnchor element={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Fragment key={entry.key}>
            {'divided' in entry && entry.divided && <Menu.Divider />}
            {'heading' in entry ? (
              <Menu.Label>{entry.heading}</Menu.Label>
            ) : 'options' in entry ? (
              <Choice choice={entry} />
            ) : (
              <Action action={entry} />
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Choice({ choice }: { choice: MenuChoice }) {
  const { label, value, options, choose, closes = false } = choice
  return (
    <>
      {label !== undefined && <Menu.Label>{label}</Menu.Label>}
      <Menu.RadioGroup value={value} onChange={choose}>
        {options.map((option) => (
          <Menu.RadioItem key={option.value} value={option.value} lang={option.lang} closeMenuOnClick={closes}>
            {option.label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function Action({ action }: { action: MenuAction }) {
  const { label, icon, run, link, danger, unavailable } = action
  if (unavailable !== undefined) return <UnavailableItem label={label} icon={icon} unavailable={unavailable} />
  if (link)
    return (
      <Menu.Item component={link.component} to={link.to} leftSection={icon}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu.Item leftSection={icon} onClick={run} {...(danger && { c: 'var(--mantine-color-error)' })}>
      {label}
    </Menu.Item>
  )
}
