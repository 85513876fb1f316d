import type { TrialChange } from './trial-change.ts'

const test = `import { expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, editor, viewer, createArticle } = await createDesk()
const titles = async (query: string, who: Person = editor) =>
  (await api<ListReply<ArticleSummary>>(who, 'GET', \`/api/articles?sort=title&\${query}\`)).body.items.map(
    ({ title }) => title,
  )

it('sensitive articles are found, and those that are not', async () => {
  await createArticle({ title: 'Kept plain' })
  const made = await createArticle({ title: 'With a warning', sensitive: true, status: 'published' })
  expect(await titles('sensitive=true')).toEqual(['With a warning'])
  expect(await titles('sensitive=false')).toEqual(['Kept plain'])
  expect(await titles('sensitive=true&missingCover=true')).toEqual(['With a warning'])
  const change = { version: made.version, sensitive: false }
  await api(editor, 'PATCH', \`/api/articles/\${made.id}\`, change)
  expect(await titles('sensitive=true')).toEqual([])
  expect(await titles('sensitive=true', viewer)).toEqual(['With a warning'])
})

it('anything but yes or no is refused, and the field named', async () => {
  const refused = await api(editor, 'GET', '/api/articles?sensitive=perhaps')
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, 'sensitive'])
})
`

/** As “Add a filter” in docs/architecture.md tells it. */
export const articleFilter: TrialChange = {
  name: 'a filter of the article list, from the contract to the database, the address and the menu',
  filesMax: 4,
  edits: [
    {
      file: 'contract/article-list.ts',
      after: /^ {4}missingCover: yesNo\(\),\n/,
      add: '    sensitive: yesNo(),\n',
    },
    {
      file: 'server/features/articles/article-filter-queries.ts',
      before: /^ {2}language: \{/,
      add: `  sensitive: {
    working: (sensitive) => isOrNot(sensitive, sql\`sensitive\`),
    live: (sensitive) => sql\`(article_live.content->'sensitive')::boolean = \${sensitive}\`,
    facets: NO_FACET,
  },
`,
    },
    {
      file: 'web/features/articles/article-filters.tsx',
      before: /^ {4}language: \{/,
      add: '    sensitive: { label: t`Sensitive content`, icon: <IconAlertTriangle size={size} /> },\n',
    },
    {
      file: 'web/features/articles/article-filters.tsx',
      before: /^ {2}IconCalendar,/,
      add: '  IconAlertTriangle,\n',
    },
  ],
  files: { 'server/features/articles/article-sensitive-filter.test.ts': test },
  texts: {},
  tests: ['server/features/articles/article-sensitive-filter.test.ts'],
}
