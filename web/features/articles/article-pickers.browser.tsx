import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/query-client.ts'
import type { EntityPickerProps } from '../../entity/entity-picker.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AuthorPicker } from '../authors/author-picker.tsx'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'

const field = page.getByRole('combobox', { name: 'Chosen' })
function open(Picker: ComponentType<EntityPickerProps>, more: Partial<EntityPickerProps>) {
  showScreen(
    <QueryClientProvider client={queryClient}>
      <Picker label="Chosen" value={[]} onChange={() => undefined} canCreate={false} {...more} />
    </QueryClientProvider>,
  )
}

test.each([
  ['authors', AuthorPicker, 'Find an author', 'Find or add an author'],
  ['categories', CategoryPicker, 'Find a category', 'Find or add a category'],
  ['tags', TagPicker, 'Find a tag', 'Find or add a tag'],
] as const)('an empty picker of %s says what can be done in it, wherever it is', async (_, Picker, find, add) => {
  open(Picker, {})
  await expect.element(field).toHaveAttribute('placeholder', find)
  open(Picker, { canCreate: true })
  await expect.element(field.last()).toHaveAttribute('placeholder', add)
})

test('where nothing can be chosen, and where something is, nothing is asked for', async () => {
  open(TagPicker, { disabled: true })
  await expect.element(field).toBeDisabled()
  await expect.element(field).not.toHaveAttribute('placeholder')
  open(TagPicker, { value: [{ id: '1', label: 'Harbour' }] })
  await expect.element(field.last()).toBeEnabled()
  await expect.element(field.last()).not.toHaveAttribute('placeholder')
})
