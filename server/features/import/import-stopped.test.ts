import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestApp } from '../../testing/app.ts'
import { freshPicture } from '../media/testing/pictures.ts'
import { importFromDisk } from './import-commands.ts'
import { openMediaFolder } from './media-folder.ts'
import { wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { db, services } = await createTestApp()

it('an import that is stopped between two pictures has failed, and leaves no picture behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-stopped-'))
  const attachment = (id: number) =>
    wordpressItem({
      id,
      type: 'attachment',
      status: 'inherit',
      extra: `<wp:attachment_url>https://old.example/${id}.png</wp:attachment_url>`,
    })
  for (const id of [11, 12]) await writeFile(join(folder, `${id}.png`), await freshPicture())
  const pictures = await openMediaFolder(folder)
  let asked = 0
  const { run } = await importFromDisk(services, {
    fileName: 'export.xml',
    chunks: [wordpressFile(attachment(11) + attachment(12))],
    dryRun: false,
    mediaFolder: {
      find: async (item) => {
        if (++asked === 2) throw new DOMException('Stopped.', 'AbortError')
        return pictures.find(item)
      },
    },
  })
  await rm(folder, { recursive: true })
  expect(run).toMatchObject({ status: 'failed', error: 'It was stopped. Nothing was imported.' })
  expect(await db.selectFrom('media').select('name').execute()).toEqual([])
})
