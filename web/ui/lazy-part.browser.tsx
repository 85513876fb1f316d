import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Confirm } from './confirm.tsx'
import { DropMenu } from './drop-menu.tsx'
import { hint, Hints } from './hint.tsx'
import { lazyPart } from './lazy-part.tsx'
import { showScreen } from './testing/show-screen.tsx'

test('a part that cannot be loaded says so, closes, and is loaded when it is opened again', async () => {
  let attempts = 0
  const Dialog = lazyPart<{ onClose: () => void }>(() => {
    attempts += 1
    return attempts === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(() => <p>Here at last</p>)
  })
  function Screen() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <button onClick={() => setOpened(true)}>Open</button>
        {opened && <Dialog onClose={() => setOpened(false)} />}
      </>
    )
  }
  showScreen(<Screen />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByText(/^This could not be loaded\. Check .* load the page again\./)).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByText('Here at last')).toBeVisible()
  expect(attempts).toBe(2)
})

test('a menu opens by keyboard at its first use, says what it is, and gives the focus back', async () => {
  const done: string[] = []
  showScreen(
    <DropMenu
      target={<button>Actions</button>}
      entries={[
        { key: 'edit', label: 'Edit', run: () => done.push('edit') },
        { key: 'drop', label: 'Delete', unavailable: 'Readers see it' },
      ]}
    />,
  )
  const button = page.getByRole('button', { name: 'Actions' })
  await expect.element(button).toHaveAttribute('aria-haspopup', 'menu')
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu', { name: 'Actions' })).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('menuitem', { name: /Delete/ })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(button.element())
  await userEvent.keyboard('{Enter}')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  expect(done).toEqual(['edit'])
})

test('a question gives the focus back to what opened it', async () => {
  function Screen() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <button onClick={() => setOpened(true)}>Purge</button>
        <Confirm
          opened={opened}
          title="Purge?"
          confirmLabel="Purge it"
          onConfirm={async () => {}}
          onClose={() => setOpened(false)}
        >
          All of it.
        </Confirm>
      </>
    )
  }
  showScreen(<Screen />)
  const button = page.getByRole('button', { name: 'Purge', exact: true })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Purge?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(button.element())
})

test('a hint is shown on keyboard focus and on hover, described, and goes with Escape', async () => {
  showScreen(
    <>
      <button>Before</button>
      <button {...hint('Sunday, 29 March 2026')}>yesterday</button>
      <Hints />
    </>,
  )
  page.getByRole('button', { name: 'Before' }).element().focus()
  await userEvent.keyboard('{Tab}')
  const bubble = page.getByRole('tooltip')
  await expect.element(bubble).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'yesterday' }))
    .toHaveAccessibleDescription('Sunday, 29 March 2026')
  // What moves below a mouse that rests is told as the mouse going there.
  document.body.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(bubble).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bubble).not.toBeInTheDocument()
  // Where the mouse is already, it would not arrive.
  await page.getByRole('button', { name: 'Before' }).hover()
  await page.getByRole('button', { name: 'yesterday' }).hover()
  await expect.element(bubble).toBeVisible()
})
