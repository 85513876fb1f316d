import crypto from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolderStorage } from '../storage/folder-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { cleanUp } from './clean-up.ts'

export const inBucket = process.env['TEST_STORAGE'] === 'bucket'

/** The storage of one test file: a folder, or with TEST_STORAGE=bucket an S3 server of its own. */
export async function createTestStorage(dataDir: string): Promise<Storage> {
  if (!inBucket) return createFolderStorage(join(dataDir, 'media'))
  const { place } = await startS3Server()
  const { createS3Storage } = await import('../storage/s3-storage.ts')
  const storage = createS3Storage(place)
  cleanUp(() => storage.close())
  return storage
}

/** An S3 server with one bucket, in this process, on a free port; ended after the last test of the file. */
export async function startS3Server() {
  // The keys of the test server, read by the client from the environment as in real life.
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER'
  const directory = mkdtempSync(join(tmpdir(), 'copydesk-s3-'))
  const bucket = 'pictures'
  healCiphers()
  const { default: S3rver } = await import('s3rver')
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  let running = true
  const stop = async () => {
    if (running) await server.close()
    running = false
  }
  cleanUp(async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  })
  return { place: { bucket, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' }, port, directory, stop }
}

/** The keys of all files there are, in order. */
export async function storedKeys(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.toSorted()
}

/** s3rver hides the place in a long list with DES, which OpenSSL 3 no longer has. Any other cipher does for a test. */
function healCiphers() {
  const { createCipheriv, createDecipheriv } = crypto
  const twice = (half: Buffer) => Buffer.concat([half, half])
  crypto.createCipheriv = ((name: string, key: Buffer, iv: Buffer) =>
    name === 'des' ? createCipheriv('aes-128-cbc', twice(key), twice(iv)) : createCipheriv(name, key, iv)) as never
  crypto.createDecipheriv = ((name: string, key: Buffer, iv: Buffer) =>
    name === 'des' ? createDecipheriv('aes-128-cbc', twice(key), twice(iv)) : createDecipheriv(name, key, iv)) as never
}
