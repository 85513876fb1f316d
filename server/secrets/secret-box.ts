import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { makeFolder } from '../db/embedded/make-folder.ts'
import { KEY_BYTES, readSecretsKey } from './secrets-key.ts'

const KEY_FILE = 'secrets.key'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts what the database must not contain in the clear, with the key of this installation (AES-256-GCM). */
export type SecretBox = {
  /** Names the key without telling it: stored beside each secret. */
  keyId: string
  /** `context`: what the secret belongs to; it opens with the same context only. */
  seal: (secret: Buffer, context: string) => Buffer
  /** @throws when another key sealed it, or it was changed or moved */
  open: (sealed: Buffer, context: string) => Buffer
}

/**
 * The key is SECRETS_KEY, else the file `secrets.key` in DATA_DIR, which is made when it is missing, readable by this
 * user only. Several processes that begin at once end up with the same file.
 */
export function openSecretBox(config: Pick<Config, 'dataDir' | 'secretsKey'>): SecretBox {
  const key = config.secretsKey ?? readOrMakeKey(config.dataDir)
  return {
    keyId: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16),
    seal(secret, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}

function readOrMakeKey(dataDir: string): Buffer {
  const file = join(dataDir, KEY_FILE)
  const known = readKey(file)
  if (known) return known
  makeFolder(dataDir)
  // Written whole under another name first: linking fails where another process was faster, and never shows half a file.
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file) ?? readOrMakeKey(dataDir)
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = readSecretsKey(readFileSync(file, 'utf8').trim())
    if (!key) throw new Error(`${file} is not a key of 32 bytes in base64. Put back the file that was there.`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
