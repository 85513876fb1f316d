import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createFolderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/**
 * The storage that the environment asks for: DATA_DIR/media, or the bucket of STORAGE_URL, whose client is loaded only then.
 * @throws Error with a sentence that names STORAGE_URL when the bucket cannot be used
 */
export async function createStorage(config: Pick<Config, 'dataDir' | 'bucket'>): Promise<Storage> {
  const { dataDir, bucket } = config
  if (!bucket) return createFolderStorage(join(dataDir, 'media'))
  const { createS3Storage, requireBucket } = await import('./s3-storage.ts')
  await requireBucket(bucket).catch((error: unknown) => {
    throw new Error(`STORAGE_URL is wrong: ${error instanceof Error ? error.message : 'unknown'}.`)
  })
  return createS3Storage(bucket)
}
