import { existsSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { createTestApp } from './app.ts'
import { startS3Server } from './test-storage.ts'
import { asServerAdmin } from './test-postgres.ts'

let left: { folders: string[]; database: string }

it('one test may have a server and a bucket of its own', async () => {
  const { services, databaseUrl } = await createTestApp()
  const { directory } = await startS3Server()
  left = { folders: [services.config.dataDir, directory], database: new URL(databaseUrl).pathname.slice(1) }
  expect(left.folders.map((folder) => existsSync(folder))).toEqual([true, true])
})

it('and nothing of them is left after it', async () => {
  expect(left.folders.filter((folder) => existsSync(folder))).toEqual([])
  await expect(
    asServerAdmin(inject('postgres').url, [`alter database ${left.database} set search_path = public`]),
  ).rejects.toThrow('does not exist')
})
