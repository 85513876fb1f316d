import { storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { tokenOf } from './support/writing.ts'

test('two tabs with the same form that are both lost: what was typed in each of them is back', async ({
  page,
  context,
  desk,
}) => {
  const { id } = await desk.api<{ id: string }>('POST', '/api/authors', { displayName: 'Two tabs' })
  const open = async (tab: typeof page) => {
    tab.on('dialog', (dialog) => void dialog.accept())
    await storeToken(tab, await tokenOf(desk, 'administrator'))
    await tab.goto(`/jCore/author/${id}`)
    await expect(tab.getByRole('textbox', { name: 'Biography' })).toBeVisible()
  }
  const biography = (tab: typeof page) => tab.getByRole('textbox', { name: 'Biography' })
  const jobTitle = (tab: typeof page) => tab.getByRole('textbox', { name: 'Job title' })
  await open(page)
  const second = await context.newPage()
  await open(second)
  await page.bringToFront()
  await biography(page).fill('Of the first tab')
  await jobTitle(page).fill('Harbour pilot')
  await second.bringToFront()
  await expect(biography(second)).toHaveValue('')
  await biography(second).fill('Of the second tab')
  await page.close({ runBeforeUnload: true })
  await second.close({ runBeforeUnload: true })

  const again = await context.newPage()
  await open(again)
  await expect(jobTitle(again)).toHaveValue('Harbour pilot')
  await expect(biography(again)).toHaveValue('Of the second tab')
  const question = again.getByRole('alert').filter({ hasText: 'Of the first tab' })
  await expect(question).toBeVisible()
  // The question is asked again until it is answered.
  await again.reload()
  await expect(question).toBeVisible()
  await expect(biography(again)).toHaveValue('Of the second tab')
})
