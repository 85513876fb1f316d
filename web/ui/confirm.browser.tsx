import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Confirm } from './confirm.tsx'
import { showScreen } from './testing/show-screen.tsx'

test('a word without end stays inside a dialog, in its title and in its text', async () => {
  const name = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)
  showScreen(
    <Confirm
      opened
      title={`Purge “${name}”?`}
      confirmLabel="Purge"
      onConfirm={() => Promise.resolve()}
      onClose={() => {}}
    >
      {`“${name}” has changes that are not saved yet.`}
    </Confirm>,
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/has changes/)).toBeVisible()
  const frame = dialog.element().getBoundingClientRect()
  for (const text of [/has changes/, /^Purge “/]) {
    const range = document.createRange()
    range.selectNodeContents(dialog.getByText(text).first().element())
    expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(frame.right)
  }
})
