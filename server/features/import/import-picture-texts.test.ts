import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestApp } from '../../testing/app.ts'
import { photoWith } from '../media/testing/picture-texts.ts'
import { importFromDisk } from './import-commands.ts'
import { openMediaFolder } from './media-folder.ts'
import { wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { db, services } = await createTestApp()

it('pictures of the media folder bring the texts of their files; those of the old site come first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-texts-'))
  const exif = { ImageDescription: 'The old harbour', Artist: 'Jane Doe', Copyright: 'Copyright 2024 Jane Doe' }
  const attachment = (id: number, excerpt: string) =>
    wordpressItem({
      id,
      type: 'attachment',
      status: 'inherit',
      title: `Picture ${id}`,
      excerpt,
      extra: `<wp:attachment_url>https://old.example/${id}.jpg</wp:attachment_url>`,
    })
  for (const id of [11, 12]) await writeFile(join(folder, `${id}.jpg`), await photoWith({ exif }))
  await importFromDisk(services, {
    fileName: 'export.xml',
    chunks: [wordpressFile(attachment(11, '') + attachment(12, 'By the old site') + wordpressItem({ id: 1 }))],
    dryRun: false,
    mediaFolder: await openMediaFolder(folder),
  })
  await rm(folder, { recursive: true })
  const pictures = await db.selectFrom('media').select(['name', 'caption', 'credit']).orderBy('name').execute()
  const credit = 'Jane Doe · Copyright 2024 Jane Doe'
  expect(pictures).toEqual([
    { name: '11.jpg', caption: 'The old harbour', credit },
    { name: '12.jpg', caption: 'By the old site', credit },
  ])
})
