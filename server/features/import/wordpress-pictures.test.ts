import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createImportDesk } from './testing/import-desk.ts'
import { tableChecksums } from './testing/table-checksums.ts'
import { wordpressFile, wordpressItem, wordpressMeta } from './testing/wordpress-file.ts'

const { db, importFile, articleOf, codes } = await createImportDesk()

describe('pictures from the media folder', async () => {
  const place = await mkdtemp(join(tmpdir(), 'copydesk-uploads-'))
  afterAll(() => rm(place, { recursive: true }))
  const folder = join(place, 'uploads')
  const png = (background: string) =>
    sharp({ create: { width: 8, height: 6, channels: 3, background } })
      .png()
      .toBuffer()
  await mkdir(join(folder, 'wp-content/uploads/2020/01'), { recursive: true })
  await writeFile(join(folder, 'wp-content/uploads/2020/01/red.png'), await png('#f00'))
  await writeFile(join(folder, 'blue.png'), await png('#00f'))
  await writeFile(join(folder, 'note.txt'), 'no picture')
  await cp(join(folder, 'blue.png'), join(place, 'outside.png'))

  const attachment = (id: number, url: string, extra = '') =>
    wordpressItem({
      id,
      type: 'attachment',
      status: 'inherit',
      title: `Picture ${id}`,
      extra: `<wp:attachment_url>${url}</wp:attachment_url>${extra}`,
    })
  const red = 'https://old.example/wp-content/uploads/2020/01/red.png'
  const file = wordpressFile(
    [
      attachment(
        11,
        red,
        wordpressMeta('_wp_attached_file', '2020/01/red.png') + wordpressMeta('_wp_attachment_image_alt', 'Red'),
      ),
      attachment(12, 'https://old.example/files/blue.png'),
      attachment(13, 'https://old.example/note.txt'),
      attachment(14, 'https://old.example/gone.png'),
      attachment(15, 'https://old.example/x.png', wordpressMeta('_wp_attached_file', '../outside.png')),
      wordpressItem({
        id: 1,
        content: `<img class="wp-image-11" src="${red.replace('.png', '-300x200.png')}" alt="R">`,
        extra: wordpressMeta('_thumbnail_id', '12'),
      }),
    ].join(''),
  )

  it('are taken by path or name, shown in texts and as covers; the rest is listed', async () => {
    const { item } = await importFile(file, { media: folder })
    expect([11, 12, 13, 14, 15].map((id) => item(id)?.outcome)).toEqual([
      'created',
      'created',
      'skipped',
      'skipped',
      'skipped',
    ])
    expect(codes(item(13))).toEqual(['not_a_picture'])
    expect(item(14)?.reasons).toMatchObject([{ code: 'not_in_media_folder' }])
    const pictures = await db
      .selectFrom('media')
      .select(['id', 'name', 'alt', 'width'])
      .orderBy('name', 'desc')
      .execute()
    expect(pictures).toMatchObject([{ name: 'red.png', alt: 'Red', width: 8 }, { name: 'blue.png' }])
    const article = await articleOf(1)
    expect(article.body).toContain(`src="/media/${pictures[0]?.id}/original.png"`)
    expect(article.body).toContain(`data-media-id="${pictures[0]?.id}"`)
    expect(article).toMatchObject({ coverMedia: pictures[1]?.id, coverAlt: 'Picture 12', status: 'published' })

    const before = await tableChecksums(db)
    const again = await importFile(file, { media: folder })
    expect(again.item(11)?.outcome).toBe('unchanged')
    expect(await tableChecksums(db)).toEqual(before)
  })

  it('given later, reach the articles that wait for them', async () => {
    await importFile(file)
    expect((await articleOf(1)).coverMedia).toBeNull()
    expect((await articleOf(1)).body).toContain('https://old.example/')
    await importFile(file, { media: folder })
    expect((await articleOf(1)).body).not.toContain('https://old.example/')
  })

  it('change in a dry run what they change afterwards, of which nothing stays', async () => {
    const more = wordpressFile(
      [
        attachment(11, red, wordpressMeta('_wp_attached_file', '2020/01/red.png')),
        attachment(12, 'https://old.example/files/blue.png'),
        attachment(16, 'https://old.example/same.png'),
        attachment(17, 'https://old.example/gone.png'),
        ...[11, 12, 16, 17].map((cover, n) =>
          wordpressItem({ id: n + 1, extra: wordpressMeta('_thumbnail_id', String(cover)) }),
        ),
        wordpressItem({ id: 5, content: `<img class="wp-image-11" src="${red}" alt="R">` }),
        wordpressItem({ id: 6 }),
      ].join(''),
    )
    await cp(join(folder, 'blue.png'), join(folder, 'same.png'))
    const report = async (options: Parameters<typeof importFile>[1]) => {
      const { run, items } = await importFile(more, options)
      return { sums: run.sums, items: items.map((one) => ({ ...one, article: null })) }
    }
    const media = folder
    const first = await report({ media, dryRun: true })
    expect(await report({ media })).toEqual(first)
    expect(first.sums.find(({ kind }) => kind === 'attachment')).toMatchObject({ created: 2, merged: 1, skipped: 1 })

    await sql`truncate author, category, tag, media, article, redirect, import_source, import_run cascade`.execute(db)
    await importFile(more)
    const before = await tableChecksums(db)
    const later = await report({ media, dryRun: true })
    expect(await tableChecksums(db)).toEqual(before)
    expect(await report({ media })).toEqual(later)
    expect(later.sums.find(({ kind }) => kind === 'post')).toMatchObject({ merged: 4, unchanged: 2 })
    expect(await report({ media, dryRun: true })).toEqual(await report({ media }))
  })

  it('are only looked at in a dry run', async () => {
    const { item } = await importFile(file, { media: folder, dryRun: true })
    expect(item(11)?.outcome).toBe('created')
    expect(await db.selectFrom('media').select('id').execute()).toEqual([])
  })
})
