import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { ImportItem } from '#contract/import.ts'
import { createTestApp } from '../../../testing/app.ts'
import { importFromDisk } from '../import-commands.ts'
import { openMediaFolder } from '../media-folder.ts'

type Options = { dryRun?: boolean; media?: string; siteUrl?: string }

/** The server without any content before each test, and imports of files into it. Call it at the top of a test file. */
export async function createImportDesk() {
  const { app, db, services, signIn, createUser } = await createTestApp()

  beforeEach(async () => {
    await sql`truncate author, category, tag, media, article, redirect, import_source, import_run cascade`.execute(db)
  })

  async function importFile(bytes: Buffer, { dryRun = false, media, siteUrl = '' }: Options = {}) {
    const mediaFolder = media ? await openMediaFolder(media) : undefined
    const { run, items } = await importFromDisk(services, {
      fileName: 'export.xml',
      chunks: [bytes],
      dryRun,
      siteUrl,
      mediaFolder,
    })
    const item = (sourceId: string | number) => items.find((one) => one.sourceId === String(sourceId))
    return { run, items, item }
  }
  const articleOf = (sourceId: number | string) =>
    db
      .selectFrom('article')
      .innerJoin('importSource', 'importSource.entityId', 'article.id')
      .selectAll('article')
      .where('importSource.sourceId', 'like', `${sourceId} %`)
      .executeTakeFirstOrThrow()
  const codes = (item: ImportItem | undefined) => item?.reasons.map(({ code }) => code) ?? []
  const liveOf = (id: string) => db.selectFrom('articleLive').selectAll().where('articleId', '=', id).executeTakeFirst()

  /** What the editor makes of a text that was imported is that text. */
  async function expectEditorKeeps(items: readonly ImportItem[]) {
    const { headers } = await signIn('administrator')
    for (const { article: id } of items.filter(({ article }) => article)) {
      const url = `/api/articles/${id}`
      const read = (await app.inject({ url, headers })).json<Article>()
      const { title, excerpt, body, version } = read
      const payload = { title, excerpt, body, version }
      const saved = await app.inject({ method: 'PATCH', url, headers, payload })
      expect(saved.json(), title).toEqual(read)
    }
  }

  return { app, db, signIn, createUser, importFile, articleOf, liveOf, codes, expectEditorKeeps }
}
