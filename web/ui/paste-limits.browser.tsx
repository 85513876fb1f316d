import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PasteLimits } from './paste-limits.tsx'
import { showScreen } from './testing/show-screen.tsx'

const messages = page.getByRole('region', { name: 'Messages (F8)' })

/** Copies a text from one field, and pastes it into the other. */
async function pasteInto(name: string, text: string) {
  showScreen(
    <>
      <PasteLimits />
      <textarea aria-label="Source" defaultValue={text} />
      <input aria-label="Title" maxLength={10} defaultValue="Soup " />
      <textarea aria-label="Note" maxLength={10} />
    </>,
  )
  await page.getByRole('textbox', { name: 'Source' }).click()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await page.getByRole('textbox', { name }).click()
  await userEvent.keyboard('{End}')
  await userEvent.paste()
}

test('a pasted text that is longer than its field is not cut without a word', async () => {
  await pasteInto('Title', 'of onions')
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Soup of on')
  await expect
    .element(messages.getByText('The pasted text is longer than the field: 4 characters at its end were left out.'))
    .toBeVisible()
})

test('lines count as the field counts them, and what fits needs no word', async () => {
  await pasteInto('Note', 'one\ntwo\n3456')
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('one\ntwo\n34')
  await expect.element(messages.getByText(/2 characters at its end were left out/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await page.getByRole('textbox', { name: 'Source' }).fill('exactly 10')
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
  await userEvent.copy()
  await messages.getByRole('button', { name: 'Close message' }).click()
  await page.getByRole('textbox', { name: 'Title' }).click()
  await userEvent.paste()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('exactly 10')
  await expect.element(messages.getByText(/left out/)).not.toBeInTheDocument()
})
