import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DropMenu } from './drop-menu.tsx'
import { useFocusKeeper } from './focus-keeper.ts'
import { showScreen } from './testing/show-screen.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const press = async (name: string) => {
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

/** Steps that go away, are disabled, or work for a while; and a menu, one entry of which opens a dialog. */
function Steps({ work = async () => {} }: { work?: () => Promise<void> }) {
  useFocusKeeper()
  const [gone, setGone] = useState<readonly string[]>([])
  const [disabled, setDisabled] = useState(false)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const remove = (name: string) => setGone([...gone, name])
  const run = async () => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  return (
    <main data-screen tabIndex={-1}>
      <button type="button">Before</button>
      <div>
        {!gone.includes('Publish') && <Button onClick={() => remove('Publish')}>Publish</Button>}
        {!gone.includes('Menu') && (
          <DropMenu
            target={<button type="button">Menu</button>}
            entries={[
              { key: 'ask', label: 'Ask', run: () => setAsked(true) },
              { key: 'trash', label: 'Trash', run: () => remove('Menu') },
            ]}
          />
        )}
        <Button disabled={disabled} onClick={() => setDisabled(true)}>
          Number
        </Button>
      </div>
      <Button loading={busy} onClick={() => void run()}>
        Save
      </Button>
      {/* Mounted open: no one returns the focus. */}
      {asked && (
        <Modal
          opened
          onClose={() => setAsked(false)}
          title="Question"
          returnFocus={false}
          transitionProps={{ duration: 0 }}
        >
          <button type="button">Yes</button>
        </Modal>
      )}
    </main>
  )
}

test('where a button goes away with its work, the next control has the focus', async () => {
  showScreen(<Steps />)
  await press('Publish')
  await expect.element(button('Menu')).toHaveFocus()
})

test('where a button is disabled, the control beside it has the focus', async () => {
  showScreen(<Steps />)
  await press('Number')
  await expect.element(button('Menu')).toHaveFocus()
})

test('a button that works for a while has the focus again afterwards', async () => {
  let done = () => {}
  showScreen(<Steps work={() => new Promise((resolve) => (done = resolve))} />)
  await press('Save')
  await expect.element(button('Save')).toBeDisabled()
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(200)
  expect(document.activeElement).toBe(document.body)
  done()
  await expect.element(button('Save')).toHaveFocus()
})

test('a dialog that an entry of a menu opened gives the focus back to the button of the menu', async () => {
  showScreen(<Steps />)
  await press('Menu')
  await expect.element(page.getByRole('menuitem', { name: 'Ask' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Menu')).toHaveFocus()
})

test('where the menu goes away with what was chosen, the control beside it has the focus', async () => {
  showScreen(<Steps />)
  await press('Menu')
  await expect.element(page.getByRole('menuitem', { name: 'Ask' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(button('Number')).toHaveFocus()
})

test('who uses a pointer keeps the focus nowhere', async () => {
  showScreen(<Steps />)
  await button('Publish').click()
  await expect.element(button('Publish')).not.toBeInTheDocument()
  const since = performance.now()
  await expect.poll(() => performance.now() - since).toBeGreaterThan(200)
  expect(document.activeElement).toBe(document.body)
})
