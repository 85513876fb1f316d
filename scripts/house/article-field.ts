import type { TrialChange } from './trial-change.ts'

const test = `import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { PublishedContent, Revision, RevisionContent } from '#contract/articles.ts'
import type { DeliveryArticle } from '#contract/delivery.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, runJobs, createArticle } = await createDesk()

it('a kicker is saved, shown, kept in the history, delivered and found', async () => {
  const { id, slug } = await createArticle({ kicker: ' Flooded valley ', status: 'published' })
  expect((await api(editor, 'GET', \`/api/articles/\${id}\`)).body.kicker).toBe('Flooded valley')
  const url = \`/api/articles/\${id}/revisions\`
  const [newest] = (await api<{ items: Revision[] }>(editor, 'GET', url)).body.items
  const revision = await api<RevisionContent>(editor, 'GET', \`\${url}/\${newest?.id}\`)
  expect(revision.body.content.kicker).toBe('Flooded valley')
  const one = await api<DeliveryArticle>(null, 'GET', \`/content/v1/articles/\${slug}\`)
  expect(one.body.kicker).toBe('Flooded valley')
  const listed = await api<{ items: DeliveryArticle[] }>(null, 'GET', '/content/v1/articles')
  expect(listed.body.items[0]?.kicker).toBe('Flooded valley')
  await runJobs()
  for (const path of ['/api/articles?q=flooded', '/content/v1/search?q=flooded']) {
    const found = await api<{ items: { id: string }[] }>(editor, 'GET', path)
    expect(found.body.items.map((item) => item.id)).toEqual([id])
  }
})

it('a kicker is at most 120 characters long', async () => {
  const refused = await api(editor, 'POST', '/api/articles', { title: '', kicker: 'x'.repeat(121) })
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, 'kicker'])
})

it('an article published before there were kickers has an empty one, and no changes', async () => {
  const { id, slug, version } = await createArticle({ status: 'published' })
  await sql\`update article_live set content = content - 'kicker'\`.execute(db)
  await sql\`update article_revision set content = content - 'kicker'\`.execute(db)
  expect((await api<DeliveryArticle>(null, 'GET', \`/content/v1/articles/\${slug}\`)).body.kicker).toBe('')
  const edited = await api(editor, 'PATCH', \`/api/articles/\${id}\`, { version, kicker: 'New' })
  expect(edited.body).toMatchObject({ kicker: 'New', hasChanges: true })
  const readers = await api<PublishedContent>(editor, 'GET', \`/api/articles/\${id}/published\`)
  expect(readers.body.content.kicker).toBe('')
  const discarded = await api(editor, 'POST', \`/api/articles/\${id}/discard\`, { version: edited.body.version })
  expect(discarded.body).toMatchObject({ kicker: '', hasChanges: false })
})
`

/** As “Add a field” in docs/architecture.md tells it. */
export const articleField: TrialChange = {
  name: 'a text field of an article, from the database to the form, the history, the delivery and the search',
  filesMax: 6,
  edits: [
    {
      file: 'contract/article-fields.ts',
      before: /^ {2}title: textField/,
      add: "  kicker: textField(line(120), { searched: 'both', delivered: 'list' }),\n",
    },
    {
      file: 'server/db/migrate.ts',
      before: /^\n\/\*\* Every step of the schema/,
      add: "import * as articleKicker from './migrations/{next}-article-kicker.ts'\n",
    },
    {
      file: 'server/db/migrate.ts',
      before: /^\}\n\n\/\*\*\n \* Brings the schema/,
      add: "  '{next}-article-kicker': articleKicker,\n",
    },
    {
      file: 'web/features/articles/article-field-labels.ts',
      before: /^ {2}title: msg/,
      add: '  kicker: msg`Kicker`,\n',
    },
    {
      file: 'web/features/articles/article-field-labels.ts',
      before: /^ {2}\{ name: 'title'/,
      add: "  { name: 'kicker', placeholder: msg`Kicker, if it has one` },\n",
    },
  ],
  files: {
    'server/db/migrations/{next}-article-kicker.ts': `import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table article add column kicker text not null default ''\`.execute(db)
}
`,
    'server/features/articles/article-kicker.test.ts': test,
  },
  texts: { Kicker: '眉题', 'Kicker, if it has one': '眉题（可不填）' },
  tests: [
    'server/features/articles/article-kicker.test.ts',
    'server/features/articles/stored-content.test.ts',
    'server/db/upgrade.test.ts',
  ],
}
