import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { createTestStorage, storedKeys } from '../testing/test-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'copydesk-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const storage = await createTestStorage(folder)

const read = async (key: string) => {
  const found = await storage.open(key)
  return found && { bytes: found.bytes, content: await buffer(found.stream) }
}

it('what was put is what is read, to the byte, however large', async () => {
  const bytes = Buffer.alloc(6_000_000, 'pixels and more pixels, ')
  await storage.put('ab/large/original.png', bytes)
  const found = await read('ab/large/original.png')
  expect(found?.bytes).toBe(bytes.length)
  expect(found?.content.equals(bytes)).toBe(true)
})

it('an empty storage lists nothing, and a file that is not there is undefined', async () => {
  const empty = await createTestStorage(join(folder, 'empty'))
  expect(await storedKeys(empty)).toEqual([])
  expect(await empty.open('ab/none/original.png')).toBeUndefined()
  expect(await storage.open('ab/none/original.png')).toBeUndefined()
})

it('a second put takes the place of the first', async () => {
  await storage.put('ab/twice/thumb.webp', Buffer.from('first and longer'))
  await storage.put('ab/twice/thumb.webp', Buffer.from('second'))
  expect((await read('ab/twice/thumb.webp'))?.content.toString()).toBe('second')
})

it('removing takes one file away, and removing nothing is fine', async () => {
  await storage.put('cd/gone/original.png', Buffer.from('1'))
  await storage.put('cd/gone/thumb.webp', Buffer.from('2'))
  await storage.remove('cd/gone/original.png')
  await storage.remove('cd/gone/original.png')
  expect(await storage.open('cd/gone/original.png')).toBeUndefined()
  expect((await read('cd/gone/thumb.webp'))?.content.toString()).toBe('2')
})

it('every file is listed once with its age, past the thousand that S3 gives at a time', async () => {
  const keys = Array.from({ length: 1100 }, (_, n) => `ef/many/n${String(n).padStart(4, '0')}.webp`)
  for (let from = 0; from < keys.length; from += 50)
    await Promise.all(keys.slice(from, from + 50).map((key) => storage.put(key, Buffer.from('x'))))
  expect((await storedKeys(storage)).filter((key) => key.startsWith('ef/'))).toEqual(keys)
  for await (const { age } of storage.list()) expect(Math.abs(age)).toBeLessThan(120_000)
})

it('R33 no key leads out of the storage', async () => {
  for (const key of [
    '../a.png',
    '/etc/passwd.png',
    'ab/../../a.png',
    'ab/%2e%2e/a.png',
    'ab/A.png',
    'ab\\a.png',
    'a',
    '',
  ])
    for (const act of [() => storage.put(key, Buffer.from('x')), () => storage.open(key), () => storage.remove(key)])
      await expect(act(), key).rejects.toThrow('not a storage key')
})
