import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Placement } from '#contract/placements.ts'
import { aPlacement, showOnServer } from '../ads/testing/ad-server.tsx'
import { PlacementForm } from './placement-form.tsx'

const open = (placement: Placement | undefined, refuse?: Parameters<typeof showOnServer>[1]['refuse']) => {
  localStorage.clear()
  return showOnServer(
    placement ?? aPlacement(),
    refuse ? { refuse } : {},
    <PlacementForm placement={placement} readOnly={false} />,
  )
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a new key of a placement with ads is warned of at the field, and asked about before it is saved', async () => {
  const sent = open(aPlacement({ ads: 2 }))
  await field('Key').fill('aside')
  await expect
    .element(field('Key'))
    .toHaveAccessibleDescription(/Pages with the code for “sidebar” show no ad any more/)
  await save()
  const dialog = page.getByRole('dialog', { name: 'Change the key “sidebar” to “aside”?' })
  await expect.element(dialog.getByText(/^2 ads are booked here\. .*code with “sidebar” is replaced/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
  await save()
  await dialog.getByRole('button', { name: 'Change the key' }).click()
  await expect.poll(() => sent).toMatchObject([{ key: 'aside' }])
})

test('the other fields are saved without a question', async () => {
  const sent = open(aPlacement({ ads: 2 }))
  await field('Name').fill('Side')
  await save()
  await expect.poll(() => sent).toMatchObject([{ name: 'Side', key: 'sidebar' }])
})

test('a new placement may leave its key to the server; a taken key is told as a key', async () => {
  const fields = [{ path: 'key', code: 'key_taken', message: 'is in use' }]
  const sent = open(undefined, { status: 409, code: 'key_taken', fields })
  await expect.element(field('Key')).toHaveAccessibleDescription(/Left empty, it is made from the name\./)
  await field('Name').fill('Footer')
  await page.getByRole('button', { name: 'Add the placement' }).click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).not.toHaveProperty('key')
  await field('Key').fill('footer')
  await page.getByRole('button', { name: 'Add the placement' }).click()
  await expect.element(field('Key')).toHaveAccessibleDescription(/This key is in use\./)
})

test('a size that ads need cannot be removed: the sizes and the ads are named at the field', async () => {
  const ads = [{ id: aPlacement().id, name: 'Spring offer', sizes: [{ width: 300, height: 600 }] }]
  const fields = [{ path: 'sizes', code: 'size_in_use', message: 'in use' }]
  const sizes = [
    { width: 300, height: 250 },
    { width: 300, height: 600 },
  ]
  open(aPlacement({ ads: 1, sizes }), {
    status: 409,
    code: 'in_use',
    fields,
    reasons: ['Spring offer'],
    current: { ads },
  })
  await expect.element(page.getByText(/reserves the largest size, 300×600/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove size 2' }).click()
  await save()
  const said = 'Ads need a size that was removed. Add it again, or change the ads first.'
  await expect.element(page.getByRole('alert').filter({ hasText: `Sizes: ${said}` })).toBeVisible()
  const list = page.getByRole('list', { name: 'Ads that need a removed size' })
  await expect.element(list.getByText('300×600: Spring offer')).toBeVisible()
  expect(list.getByRole('link', { name: 'Spring offer' }).element().getAttribute('href')).toContain(ads[0]!.id)
  await expect.element(page.getByText(/not deleted/)).not.toBeInTheDocument()
})

test('a size that creatives have is asked about before it is removed, with the ads, also when others fit', async () => {
  const [square, tall] = [
    { width: 300, height: 250 },
    { width: 300, height: 600 },
  ]
  localStorage.clear()
  const ads = [{ id: aPlacement().id, name: 'Spring offer', sizes: [tall] }]
  const placement = aPlacement({ ads: 1, sizes: [square, tall] })
  const sent = showOnServer(
    placement,
    { get: { '/size-uses': { ads } } },
    <PlacementForm placement={placement} readOnly={false} />,
  )
  await page.getByRole('button', { name: 'Remove size 2' }).click()
  await save()
  const dialog = page.getByRole('dialog', { name: 'Remove sizes that ads have creatives for?' })
  await expect.element(dialog.getByText('300×600: Spring offer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
  await save()
  await dialog.getByRole('button', { name: 'Remove the sizes' }).click()
  await expect.poll(() => sent).toMatchObject([{ sizes: [square] }])
})

test('the code for the site says what to put in place of ARTICLE_ID', async () => {
  open(aPlacement())
  await expect.element(field('Code for the site')).toHaveAccessibleDescription(/id of the article that the page shows/)
})

test('a placement without ads offers to create one, one with ads says where to look', async () => {
  open(aPlacement({ ads: 0 }))
  await expect.element(page.getByText(/^No ad is booked here yet\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Create an ad' })).toBeVisible()
  document.body.replaceChildren()
  open(aPlacement({ ads: 1 }))
  await expect.element(page.getByText('No ad may be shown here. Open an ad to see which rule stops it.')).toBeVisible()
})
