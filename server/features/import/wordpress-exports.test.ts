import { describe, expect, it } from 'vitest'
import { createImportDesk } from './testing/import-desk.ts'
import { exportFiles, haveRealExports, readExport, whyNot } from './testing/real-exports.ts'
import { tableChecksums } from './testing/table-checksums.ts'

const { db, importFile, codes, expectEditorKeeps } = await createImportDesk()

describe.runIf(haveRealExports)(`real exports${whyNot}`, () => {
  it.each(exportFiles)(
    '%s: every item has one outcome, the sums agree with the file, a second run changes 0 rows',
    async (name) => {
      const bytes = readExport(name)
      const text = bytes
        .toString()
        .replace(/<!\[CDATA\[((?:post|page|attachment|nav_menu_item|wp_navigation))\]\]>/g, '$1')
        .replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
      const inFile = (pattern: string) => text.match(new RegExp(pattern, 'g'))?.length ?? 0
      const before = await tableChecksums(db)
      const rehearsal = await importFile(bytes, { dryRun: true })
      expect(await tableChecksums(db)).toEqual(before)

      const { run, items } = await importFile(bytes)
      expect(run).toMatchObject({ status: 'done', error: '' })
      expect(rehearsal.run.sums).toEqual(run.sums)
      const sum = (kind: string) => run.sums.find((one) => one.kind === kind)?.inFile ?? 0
      for (const type of ['post', 'page', 'attachment', 'nav_menu_item'])
        expect(sum(type), type).toBe(inFile(`<wp:post_type>${type}<`))
      expect(sum('comment')).toBe(inFile('<wp:comment>'))
      // The term lists of a file leave some out that its articles name.
      const whole = bytes.toString()
      const all = (pattern: RegExp) => new Set([...whole.matchAll(pattern)].map(([, slug]) => slug))
      const listed = all(/<wp:(?:category_nicename|tag_slug|term_slug)>(?:<!\[CDATA\[)?([^<\]]*)/g)
      const named = [...all(/<category domain="(?:category|post_tag)" nicename="([^"]*)"/g)]
      const logins = all(/<wp:author_login>(?:<!\[CDATA\[)?([^<\]]*)/g)
      const writers = items.filter(({ kind, sourceId }) => kind === 'author' && !logins.has(sourceId)).length
      expect(sum('author') - writers).toBe(inFile('<wp:author>'))
      const unlisted = named.filter((slug) => !listed.has(slug)).length + writers
      expect(run.total - unlisted).toBe(
        ['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term', 'wp:comment'].reduce(
          (all, tag) => all + inFile(`<${tag}>`),
          0,
        ),
      )
      for (const { inFile: all, created, merged, unchanged, skipped } of run.sums)
        expect(created + merged + unchanged + skipped).toBe(all)
      expect(items.every(({ outcome, reasons }) => outcome !== 'skipped' || reasons.length > 0)).toBe(true)
      expect(
        items.filter(({ kind, outcome }) => (kind === 'post' || kind === 'page') && outcome !== 'created'),
      ).toEqual([])
      const articles = await db
        .selectFrom('article')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(articles.count).toBe(sum('post') + sum('page'))

      const footnoted = items.filter((item) => codes(item).includes('footnotes_kept'))
      const withNotes = whole.includes('data-fn="') ? ['Footnotes'] : []
      expect(footnoted.map(({ title }) => title)).toEqual(withNotes)
      for (const { article } of footnoted) {
        const { body } = await db
          .selectFrom('article')
          .select('body')
          .where('id', '=', article!)
          .executeTakeFirstOrThrow()
        expect(body).toMatch(
          /^<p>Each post.*<p>A paragraph<sup><a id="fnref-(\w+)" href="#fn-\1".*<p>Another.*<li id="fn-\1">A note <a.*Another note <a/s,
        )
      }

      await expectEditorKeeps(items)

      const after = await tableChecksums(db)
      const second = await importFile(bytes)
      expect(await tableChecksums(db)).toEqual(after)
      expect(second.items.filter(({ outcome }) => outcome === 'created' || outcome === 'merged').map(codes)).toEqual(
        items.map(codes).filter((all) => all.includes('twice_in_file')),
      )
    },
  )
})
