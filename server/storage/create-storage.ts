import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createFolderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/**
 * The storage that the environment asks for: DATA_DIR/media, or the bucket of STORAGE_URL.
 * @throws Error with a sentence that names STORAGE_URL when the bucket cannot be used
 */
export async function createStorage(config: Pick<Config, 'dataDir' | 'bucket'>): Promise<Storage> {
  const { bucket } = config
  if (bucket) {
    const { requireBucket } = await import('./s3-storage.ts')
    await requireBucket(bucket).catch((error: unknown) => {
      throw new Error(`STORAGE_URL is wrong: ${error instanceof Error ? error.message : 'unknown'}.`)
    })
  }
  return openStorage(config)
}

/** The same storage without a look whether the bucket answers; its client is loaded only where there is one. */
export async function openStorage({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): Promise<Storage> {
  if (!bucket) return createFolderStorage(join(dataDir, 'media'))
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(bucket)
}
