import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleFormContext } from './article-form-context.ts'
import { ArticleSlug } from './article-slug.tsx'
import { formWithoutServer } from './testing/article-form.ts'
import { stored } from './testing/article-server.ts'

const at = '2026-05-01T12:00:00.000Z'
const live = { slug: 'old-bridge', title: 'Bridges', publishedAt: at, updatedAt: at }

test('who changes the slug of a published article reads what becomes of the old address', async () => {
  showScreen(
    <ArticleFormContext value={formWithoutServer(stored({ slug: 'old-bridge', status: 'published', live }))}>
      <ArticleSlug />
    </ArticleFormContext>,
  )
  const slug = page.getByRole('textbox', { name: 'Slug' })
  await expect.element(slug).toHaveAccessibleDescription('/old-bridge')
  await slug.fill('new-bridge')
  await expect
    .element(slug)
    .toHaveAccessibleDescription('/new-bridge. Once this is published, /old-bridge will lead here.')
})

test('the slug of an article that no reader has seen changes without a word about it', async () => {
  showScreen(
    <ArticleFormContext value={formWithoutServer(stored({ slug: 'old-bridge', live: null }))}>
      <ArticleSlug />
    </ArticleFormContext>,
  )
  const slug = page.getByRole('textbox', { name: 'Slug' })
  await slug.fill('new-bridge')
  await expect.element(slug).toHaveAccessibleDescription('/new-bridge')
})
