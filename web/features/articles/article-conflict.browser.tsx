import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emptyArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleConflictDialog } from './article-conflict-dialog.tsx'
import { ArticleFormContext, type ArticleForm } from './article-form-context.ts'
import { formWithoutServer } from './testing/article-form.ts'

const stored = (fields: Partial<Article>) =>
  ({
    ...emptyArticleFields,
    id: '0198c0de-0000-7000-8000-000000000001',
    version: 1,
    status: 'draft',
    refs: { authors: [], categories: [], tags: [], media: [] },
    updatedBy: { id: '0198c0de-0000-7000-8000-00000000000a', name: 'Li Wei' },
    ...fields,
  }) as unknown as Article

/** The dialog that asks about my version and that of Li Wei, and what was chosen in it. */
function ask(base: Partial<Article>, mine: Partial<Article>, theirs: Partial<Article>, me = {}) {
  localStorage.removeItem('copydesk.compareLayout')
  const form = { ...formWithoutServer(stored(base)), me: me as ArticleForm['me'] }
  const { session } = form
  const chosen: Parameters<typeof session.resolve>[0][] = []
  session.resolve = async (choice) => chosen.push(choice) > 0
  session.change(mine)
  session.noticed(stored({ ...base, ...theirs, version: 2 }))
  session.askConflict(true)
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleFormContext value={form}>
        <ArticleConflictDialog />
      </ArticleFormContext>
    </QueryClientProvider>,
  )
  return { session, chosen }
}

const place = (n: number, count: number) => page.getByRole('region', { name: `Place ${n} of ${count}` })
const save = page.getByRole('button', { name: 'Save' })
const table = (...rows: string[]) =>
  `<table><tbody>${rows.map((row) => `<tr>${row.replaceAll(/\w+/g, '<td>$&</td>')}</tr>`).join('')}</tbody></table>`

test('what the person wrote in another tab is not said to be of someone else', async () => {
  const body = (text: string) => ({ body: `<p>${text}</p>` })
  ask(body('Rain'), body('My rain'), body('Other rain'), { id: '0198c0de-0000-7000-8000-00000000000a' })
  await expect
    .element(page.getByRole('dialog', { name: 'You changed the same part of this article in another tab' }))
    .toBeVisible()
  await expect.element(page.getByText('From your other tab')).toBeVisible()
  await expect.element(page.getByRole('insertion')).toHaveTextContent('only in the version of your other tab: Other')
  expect(document.body.textContent).not.toContain('Li Wei')
})

test('each place is shown by itself, with a little around it, and needs a choice of its own', async () => {
  const { chosen } = ask(
    { body: `<p>Rain</p><p>Between</p>${table('Monday 12', 'Sunday 6')}` },
    { body: `<p>My rain</p><p>Between</p>${table('Monday 13', 'Sunday 6')}` },
    { body: `<p>Their rain</p><p>Between</p>${table('Monday 14', 'Sunday 6')}` },
  )
  await expect.element(place(1, 2).getByRole('deletion')).toHaveTextContent('only in mine: My')
  await expect.element(place(1, 2).getByText('Between')).toBeVisible()
  await expect.element(place(2, 2).getByRole('cell', { name: 'Monday' })).toBeVisible()
  await expect.element(place(2, 2).getByRole('insertion')).toHaveTextContent('only in the version of Li Wei: 14')
  expect(place(2, 2).element().textContent).not.toContain('Sunday')
  expect(document.querySelectorAll('input[type=radio][value=mine]:checked, input[value=theirs]:checked').length).toBe(0)

  await expect.element(save).toBeDisabled()
  await userEvent.click(place(2, 2).getByText('From Li Wei'))
  await expect.element(page.getByText('Chosen: 1 of 2')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await userEvent.click(place(1, 2).getByText('Both, mine first'))
  await expect
    .element(place(1, 2).getByRole('group', { name: 'What both give' }))
    .toHaveTextContent('The text will have both here:My rainTheir rain')
  await userEvent.click(save)
  await expect.poll(() => chosen.length).toBe(1)
  expect([...(chosen[0]!.body as ReadonlyMap<string, string>).values()].toSorted()).toEqual(['both', 'theirs'])
})

test('the words around a place are shown as in the text: no space where a link begins', async () => {
  const around = '<p>First<a href="/one">one</a></p>'
  ask({ body: `${around}<p>Rain</p>` }, { body: `${around}<p>My rain</p>` }, { body: `${around}<p>Their rain</p>` })
  await expect.element(page.getByText('Firstone')).toBeVisible()
  expect(document.body.textContent).not.toContain('First one')
})

test('one button chooses the same side everywhere; one place may still be another', async () => {
  const { chosen } = ask(
    { body: '<p>a</p><p>b</p><p>c</p>', title: 'T' },
    { body: '<p>a1</p><p>b</p><p>c1</p>', title: 'Mine' },
    { body: '<p>a2</p><p>b</p><p>c2</p>', title: 'Theirs' },
  )
  await userEvent.click(page.getByRole('button', { name: 'All from Li Wei' }))
  await expect.element(page.getByText('Chosen: 2 of 3')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'All mine' }))
  await userEvent.click(page.getByRole('radiogroup', { name: 'Version to keep: Title' }).getByText('From Li Wei'))
  await userEvent.click(
    page.getByRole('radiogroup', { name: 'Version to keep: Place 2 of 2' }).getByText('From Li Wei'),
  )
  await userEvent.click(save)
  await expect.poll(() => chosen.length).toBe(1)
  expect(chosen[0]).toMatchObject({ title: 'theirs' })
  expect([...(chosen[0]!.body as ReadonlyMap<string, string>).values()]).toEqual(['mine', 'theirs'])
})

test('a place that only one has is kept or not; choices outlive “Later”, but not a place written on', async () => {
  const { session } = ask(
    { body: '<p>a</p><p>b</p><p>c</p>' },
    { body: '<p>b</p><p>c1</p>' },
    { body: '<p>a2</p><p>b</p><p>c2</p>' },
  )
  const first = page.getByRole('radiogroup', { name: 'Version to keep: Place 1 of 2' })
  await expect.element(first.getByText('From Li Wei')).toBeVisible()
  expect(first.getByText('Both, mine first').elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'All mine' }))
  await expect.element(save).toBeEnabled()
  await userEvent.click(page.getByRole('button', { name: 'Later' }))
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
  session.change({ body: '<p>b</p><p>c1, written on</p>' })
  session.askConflict(true)
  await expect.element(page.getByText('Chosen: 1 of 2')).toBeVisible()
  await expect.element(save).toBeDisabled()
})
