import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SavedView } from '#contract/saved-views.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'

const view = (id: string, name: string): SavedView => ({
  id,
  name,
  screen: 'article',
  query: '',
  shared: false,
  mine: true,
})
const mine = [view('1', 'Rivers'), view('2', 'Waters')]
const name = page.getByRole('textbox', { name: 'Name of the view' })
const save = page.getByRole('button', { name: 'Save view' })

/** The dialog of a person who has two views. @returns the names that were saved */
function openDialog(renamed?: SavedView) {
  const saved: string[] = []
  showScreen(
    <SaveViewDialog
      {...(renamed && { view: renamed })}
      replaceable={mine}
      onSave={async (choice) => void saved.push(choice.name)}
      onClose={() => {}}
    />,
  )
  return saved
}

test('a second view of the same name is not saved: its tab would look like the first', async () => {
  const saved = openDialog()
  await name.fill(' rivers ')
  await save.click()
  await expect.element(name).toHaveAccessibleDescription('You have a view of this name. Give it another one.')
  expect(saved).toEqual([])
  await name.fill('Lakes')
  await save.click()
  await expect.poll(() => saved).toEqual(['Lakes'])
})

test('a view keeps its name when it is renamed to it, but takes none of another one', async () => {
  const saved = openDialog(mine[0])
  await name.fill('Waters')
  await save.click()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('RIVERS')
  await save.click()
  await expect.poll(() => saved).toEqual(['RIVERS'])
})
