import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import type { ByteSink } from './archive-writer.ts'
import { DamagedBackupError } from './damaged-backup-error.ts'

const MAGIC = Buffer.from('COPYDESK-ENCRYPTED-BACKUP-1\n')
const SALT_BYTES = 16
const TAG_BYTES = 16
const FRAME_BYTES = 65_536
const COST = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** Whether a file that begins like this is encrypted. */
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, MAGIC.length).equals(MAGIC)
/** So many bytes tell whether a file is encrypted. */
export const MAGIC_BYTES = MAGIC.length

/**
 * AES-256-GCM in frames of 64 KiB with a key that scrypt derives from the passphrase. The nonce of a frame is its number,
 * and whether it is the last, so that frames can be neither moved nor left out.
 */
export const encryptWith =
  (passphrase: string) =>
  async (sink: ByteSink): Promise<ByteSink> => {
    const salt = randomBytes(SALT_BYTES)
    const key = await deriveKey(passphrase, salt)
    await sink.write(Buffer.concat([MAGIC, salt]))
    let waiting: Buffer[] = []
    let size = 0
    let frame = 0
    const seal = async (content: Buffer, isLast: boolean) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame++, isLast))
      await sink.write(Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]))
    }
    return {
      async write(bytes) {
        waiting.push(bytes)
        size += bytes.length
        if (size <= FRAME_BYTES) return
        let all: Buffer = Buffer.concat(waiting)
        // One byte or more stays for the last frame.
        for (; all.length > FRAME_BYTES; all = all.subarray(FRAME_BYTES))
          await seal(all.subarray(0, FRAME_BYTES), false)
        waiting = [all]
        size = all.length
      },
      async end() {
        await seal(Buffer.concat(waiting), true)
        await sink.end()
      },
    }
  }

/**
 * What `encryptWith` encrypted.
 * @throws DamagedBackupError for a wrong passphrase and for whatever was changed or cut
 */
export async function* decrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let buffer: Buffer = Buffer.alloc(0)
  let key: Buffer | undefined
  let frame = 0
  const open = (sealed: Buffer, isLast: boolean) => {
    if (!key || sealed.length < TAG_BYTES)
      throw new DamagedBackupError('The backup is not complete: the file was cut short.')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame++, isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()])
    } catch (error) {
      const reason =
        frame === 1 ? 'The passphrase is wrong, or the backup is damaged.' : 'The backup is damaged or was cut short.'
      throw new DamagedBackupError(reason, { cause: error })
    }
  }
  const start = MAGIC.length + SALT_BYTES
  const sealedBytes = FRAME_BYTES + TAG_BYTES
  for await (const chunk of source) {
    buffer = buffer.length ? Buffer.concat([buffer, chunk]) : chunk
    if (!key) {
      if (buffer.length < start) continue
      key = await deriveKey(passphrase, buffer.subarray(MAGIC.length, start))
      buffer = buffer.subarray(start)
    }
    for (; buffer.length > sealedBytes; buffer = buffer.subarray(sealedBytes))
      yield open(buffer.subarray(0, sealedBytes), false)
  }
  yield open(buffer, true)
}

function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(frame), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key))),
  )
