import { act, Profiler } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleFormContext, useFields, useWatched } from './article-form-context.ts'
import { formWithoutServer } from './testing/article-form.ts'

/** A form of three parts around a session that reaches no server, and how often each part was rendered. */
function showForm() {
  const form = formWithoutServer(undefined)
  const { session } = form
  const rendered = { title: 0, text: 0, state: 0 }
  const parts = { title: Title, text: Text, state: State }
  showScreen(
    <ArticleFormContext value={form}>
      {(Object.keys(parts) as (keyof typeof parts)[]).map((name) => {
        const Part = parts[name]
        return (
          <Profiler key={name} id={name} onRender={() => (rendered[name] += 1)}>
            <Part />
          </Profiler>
        )
      })}
    </ArticleFormContext>,
  )
  return { session, rendered }
}

function Title() {
  const { fields, errorOf } = useFields('title', 'slug')
  return (
    <p role="note" aria-label="Title">
      {errorOf('title') ?? fields.title}
    </p>
  )
}

function Text() {
  return (
    <p role="note" aria-label="Text">
      {useFields('body').fields.body}
    </p>
  )
}

function State() {
  const { dirty, wrong } = useWatched((state) => ({ dirty: state.dirty, wrong: Object.keys(state.faults).length }))
  return (
    <p role="note" aria-label="State">
      {dirty ? 'changed' : 'as it was'}, {wrong} wrong
    </p>
  )
}

const part = (name: string) => page.getByRole('note', { name })

test('a key in the text renders the text, and not the rest of the form', async () => {
  const { session, rendered } = showForm()
  await expect.element(part('State')).toHaveTextContent('as it was, 0 wrong')
  act(() => session.change({ body: '<p>a</p>' }))
  await expect.element(part('State')).toHaveTextContent('changed, 0 wrong')
  const before = { ...rendered }
  for (const text of ['ab', 'abc', 'abcd']) act(() => session.change({ body: `<p>${text}</p>` }))
  await expect.element(part('Text')).toHaveTextContent('<p>abcd</p>')
  expect(rendered).toEqual({ ...before, text: before.text + 3 })
})

test('what is wrong with a field is said at that field, and gone once it is mended', async () => {
  const { session } = showForm()
  act(() => session.change({ title: 'x'.repeat(ARTICLE_LIMITS.title + 1) }))
  await expect.element(part('State')).toHaveTextContent('changed, 1 wrong')
  await expect.element(part('Title')).toHaveTextContent('At most 255 characters.')
  act(() => session.change({ title: 'short' }))
  await expect.element(part('Title')).toHaveTextContent('short')
})
