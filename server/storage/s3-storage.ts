import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { requireKey, isStorageKey, type Storage } from './storage.ts'
import type { Bucket } from './storage-url.ts'

const CONNECT_MS = 2000
/** Nothing came or went for so long: twice this is shorter than what a request may take, so that it can still be answered. */
const SILENCE_MS = 6000
/** The whole of a large picture over a slow line. */
const WHOLE_MS = 90_000

/** Storage in a bucket of Amazon S3 or of whatever speaks its language. Keys to it come from the environment, as AWS has it. */
export function createS3Storage(place: Bucket): Storage & { close: () => void } {
  const client = clientFor(place)
  const at = (key: string) => ({ Bucket: place.bucket, Key: requireKey(key) })
  return {
    async put(key, bytes) {
      // One request: the object is there when all of it has arrived, or not at all.
      const command = new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length })
      await client.send(command).catch(sayWhy)
    },
    async open(key) {
      const found = await client.send(new GetObjectCommand(at(key))).catch((error: unknown) => {
        if (nameOf(error) === 'NoSuchKey') return undefined
        return sayWhy(error)
      })
      return found?.Body && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(sayWhy)
    },
    async *list() {
      let token: string | undefined
      do {
        const command = new ListObjectsV2Command({
          Bucket: place.bucket,
          ...(token && { ContinuationToken: token }),
        })
        const page = await client.send(command).catch(sayWhy)
        for (const { Key: key = '', LastModified: written } of page.Contents ?? [])
          if (isStorageKey(key)) yield { key, age: Date.now() - (written?.valueOf() ?? Date.now()) }
        token = page.NextContinuationToken
      } while (token)
    },
    close: () => client.destroy(),
  }
}

/**
 * Asks once whether the bucket is there and lets us in.
 * @throws Error whose message says what is wrong, to be put behind the name of the variable
 */
export async function requireBucket(place: Bucket): Promise<void> {
  const client = clientFor(place)
  const where = place.endpoint ? ` at ${place.endpoint}` : ''
  try {
    await client.send(new HeadBucketCommand({ Bucket: place.bucket }))
  } catch (error) {
    const status = statusOf(error)
    if (status === 404) throw new Error(`there is no bucket ${place.bucket}${where}`, { cause: error })
    if (nameOf(error) === 'CredentialsProviderError')
      throw new Error('the keys are missing; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY', { cause: error })
    if (status === 401 || status === 403)
      throw new Error(`the keys do not open the bucket ${place.bucket}${where}`, { cause: error })
    if (status === 301) throw new Error(`the bucket ${place.bucket} is in another region`, { cause: error })
    if (status !== undefined) throw new Error(`${place.endpoint ?? 'Amazon S3'} answered ${status}`, { cause: error })
    throw new Error(`nothing answers${where || ' at Amazon S3'}`, { cause: error })
  } finally {
    client.destroy()
  }
}

const clientFor = ({ endpoint, region }: Bucket) =>
  new S3Client({
    region,
    // Buckets as host names need DNS of their own, which other servers than Amazon's rarely have.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      requestTimeout: WHOLE_MS,
      throwOnRequestTimeout: true,
    },
    // Many servers that speak S3 do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ??
  (error as { $response?: { statusCode?: number } }).$response?.statusCode

function sayWhy(error: unknown): never {
  const full = statusOf(error) === 507 || /StorageFull|QuotaExceeded|InsufficientStorage/.test(nameOf(error))
  throw Object.assign(new Error(full ? 'the storage is full' : whyNot(error), { cause: error }), {
    code: full ? 'ENOSPC' : 'STORAGE_UNAVAILABLE',
  })
}

/** An answer that refuses is no silence: the keys are to be looked at, and not the network. */
function whyNot(error: unknown): string {
  const status = statusOf(error)
  if (status === undefined || status < 300) return 'the storage does not answer'
  const answer = `${status} ${nameOf(error)}`
  return status === 401 || status === 403 ? `the storage refuses it: ${answer}` : `the storage answered ${answer}`
}
