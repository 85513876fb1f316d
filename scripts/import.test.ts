import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { ghostPost, ghostSite } from '../server/features/import/testing/ghost-file.ts'
import { wordpressFile, wordpressItem } from '../server/features/import/testing/wordpress-file.ts'
import { processEnv } from '../server/testing/process-env.ts'
import { createTestDatabase } from '../server/testing/test-database.ts'

const { db, url } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'copydesk-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const uploads = join(folder, 'uploads')
mkdirSync(join(uploads, '2020/01'), { recursive: true })
const red = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
writeFileSync(join(uploads, '2020/01/red.png'), red)
const address = (name: string) => `https://old.example/wp-content/uploads/2020/01/${name}`
const attachment = (id: number, name: string) =>
  wordpressItem({
    id,
    type: 'attachment',
    status: 'inherit',
    extra: `<wp:attachment_url>${address(name)}</wp:attachment_url>`,
  })
const file = join(folder, 'site.xml')
const content = `<img class="wp-image-11" src="${address('red.png')}" alt="Red">`
writeFileSync(
  file,
  wordpressFile(attachment(11, 'red.png') + attachment(12, 'gone.png') + wordpressItem({ id: 1, content })),
)

/** What a person sees after `npm run import -- …`. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'import.ts'), ...args], {
    env: { ...processEnv, DATA_DIR: join(folder, 'data'), DATABASE_URL: url },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}
const stored = () =>
  readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const articles = () => db.selectFrom('article').select(['title', 'body', 'status']).execute()

it('a dry run says what would come in, and leaves nothing', async () => {
  const { code, said } = await run('wordpress', file, '--media', uploads, '--dry-run')
  expect(said).toContain('Dry run: nothing was written.')
  expect(code).toBe(0)
  expect(await articles()).toEqual([])
  expect(stored()).toEqual([])
})

it('takes the pictures of --media along, and names in English those that are not there', async () => {
  const { code, said } = await run('wordpress', file, '--media', uploads)
  expect(said).toMatch(/skipped: attachment 12 .*: not in the media folder: /)
  expect(said).toMatch(/created: post 1 .*: it had no category: put into Uncategorized/)
  expect(said).toMatch(/^attachment +2 +1 +0 +0 +1$/m)
  expect(said).toMatch(/^all +4 +3 +0 +0 +1$/m)
  expect(code).toBe(0)
  const media = await db.selectFrom('media').select(['id', 'name', 'width']).executeTakeFirstOrThrow()
  expect(media).toMatchObject({ name: 'red.png', width: 60 })
  expect(await articles()).toMatchObject([
    { status: 'published', body: expect.stringContaining(`/media/${media.id}/`) },
  ])
  expect(stored().length).toBeGreaterThan(0)
})

it('a Ghost site comes in from its JSON, with the address that it does not say', async () => {
  const blog = join(folder, 'blog.json')
  writeFileSync(blog, ghostSite([ghostPost('p1', { html: '<p><a href="__GHOST_URL__/about/">About</a></p>' })]))
  const refused = await run('ghost', blog, '--site', 'old.example')
  expect(refused.said).toContain('--site takes the address of a website')
  expect(refused.code).not.toBe(0)
  const { code, said } = await run('ghost', blog, '--site', 'https://blog.example/')
  expect(said).toMatch(/^post +1 +1 +0 +0 +0$/m)
  expect(code).toBe(0)
  const article = await db.selectFrom('article').select('body').where('slug', '=', 'post-p1').executeTakeFirstOrThrow()
  expect(article.body).toContain('href="https://blog.example/about/"')
  await db.deleteFrom('article').where('slug', '=', 'post-p1').execute()
})

it('a second time changes nothing', async () => {
  const before = stored().length
  const { said } = await run('wordpress', file, '--media', uploads)
  expect(said).toMatch(/^all +4 +0 +0 +3 +1$/m)
  expect(stored().length).toBe(before)
})

it.each([
  [['wordpress'], 'Usage: npm run import'],
  [['joomla', file], 'Usage: npm run import'],
  [['wordpress', `${file}.nowhere`], 'There is no file'],
  [['wordpress', file, '--media', file], 'There is no folder'],
  [['wordpress', file, '--force'], 'Usage: npm run import'],
])('%j is refused with a sentence', async (args, sentence) => {
  const { code, said } = await run(...args)
  expect([code, said]).toEqual([1, expect.stringContaining(sentence)])
})
