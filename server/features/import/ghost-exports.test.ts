import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { createImportDesk } from './testing/import-desk.ts'
import { ghostExportPath, haveGhostExport, whyNoGhostExport } from './testing/real-exports.ts'
import { tableChecksums } from './testing/table-checksums.ts'

const { db, importFile, expectEditorKeeps } = await createImportDesk()

type Tables = Record<string, Record<string, unknown>[]>

describe.runIf(haveGhostExport)(`a real export of Ghost 2.1${whyNoGhostExport}`, () => {
  const bytes = haveGhostExport ? readFileSync(ghostExportPath) : Buffer.alloc(0)
  const tables = () => (JSON.parse(bytes.toString()) as { db: [{ data: Tables }] }).db[0].data

  it('every entry has one outcome, a trial changes nothing, and a second import neither', async () => {
    const before = await tableChecksums(db)
    const rehearsal = await importFile(bytes, { dryRun: true })
    expect(await tableChecksums(db)).toEqual(before)
    const { run, items } = await importFile(bytes)
    expect(run).toMatchObject({ status: 'done', error: '' })
    expect(rehearsal.run.sums).toEqual(run.sums)
    const { posts = [], tags = [], users = [] } = tables()
    const sum = (kind: string) => run.sums.find((one) => one.kind === kind)?.inFile ?? 0
    expect(sum('post') + sum('page')).toBe(posts.length)
    expect(sum('page')).toBe(posts.filter(({ page }) => page === 1).length)
    expect(sum('tag')).toBe(tags.length)
    expect(sum('author')).toBe(users.length)
    for (const { inFile, created, merged, unchanged, skipped } of run.sums)
      expect(created + merged + unchanged + skipped).toBe(inFile)
    expect(items.filter(({ kind, outcome }) => kind !== 'attachment' && outcome !== 'created')).toEqual([])

    await expectEditorKeeps(items)

    const after = await tableChecksums(db)
    const second = await importFile(bytes)
    expect(await tableChecksums(db)).toEqual(after)
    expect(new Set(second.items.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged', 'skipped']))
  })

  it('every word of every text arrives', async () => {
    await importFile(bytes)
    const wordsOf = (html: string) =>
      html
        .replace(/<[^>]*>/g, ' ')
        .replaceAll(/&(?:amp|quot);/g, ' ')
        .match(/[\p{L}\p{N}]+/gu)
    for (const { slug, html } of tables()['posts'] ?? []) {
      const article = await db
        .selectFrom('article')
        .select('body')
        .where('slug', '=', String(slug))
        .executeTakeFirstOrThrow()
      expect(wordsOf(article.body), String(slug)).toEqual(wordsOf(typeof html === 'string' ? html : ''))
    }
  })

  it('nothing of its passwords, tokens and keys is in the database', async () => {
    const { users = [], settings = [], brute = [] } = tables()
    const named = new Set(['db_hash', 'public_hash', 'password'])
    const secrets = [
      ...users.map(({ password }) => password),
      ...settings.filter(({ key }) => named.has(String(key))).map(({ value }) => value),
      ...brute.map(({ key }) => key),
    ].filter((value) => typeof value === 'string' && value !== '')
    expect(secrets.length).toBeGreaterThan(2)
    await importFile(bytes)
    const { rows } = await sql<{ table: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as table from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
    for (const { table } of rows)
      for (const secret of secrets) {
        const found =
          await sql`select 1 from ${sql.raw(table)} t where position(${String(secret).slice(0, 16)} in t::text) > 0 limit 1`.execute(
            db,
          )
        expect(found.rows, table).toEqual([])
      }
  })
})
