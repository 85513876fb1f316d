import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

  it('are only looked at in a dry run', async () => {
    const { item } = await importFile(file, { media: folder, dryRun: true })
    expect(item(11)?.outcome).toBe('created')
    expect(await db.selectFrom('media').select('id').execute()).toEqual([])
  })
})
