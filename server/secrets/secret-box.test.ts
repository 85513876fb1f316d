import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecretBox } from './secret-box.ts'
import { readSecretsKey } from './secrets-key.ts'

let dataDir = ''
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'copydesk-secrets-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const open = (secretsKey?: Buffer) => openSecretBox({ dataDir, secretsKey })
const secret = Buffer.from('a secret of someone')

describe('a secret in the database', () => {
  it('is opened again with the same key, by another process too', () => {
    const sealed = open().seal(secret, 'app:1')
    expect(open().open(sealed, 'app:1')).toEqual(secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(open().seal(secret, 'app:1')).not.toEqual(sealed)
  })

  it('is not opened for someone else, changed, cut, or with another key', () => {
    const box = open()
    const sealed = box.seal(secret, 'app:1')
    const changed = Buffer.from(sealed)
    changed[30]! ^= 1
    expect(() => box.open(sealed, 'app:2')).toThrow()
    expect(() => box.open(changed, 'app:1')).toThrow()
    expect(() => box.open(sealed.subarray(0, 20), 'app:1')).toThrow()
    const other = open(Buffer.alloc(32, 7))
    expect(() => other.open(sealed, 'app:1')).toThrow()
    expect(other.keyId).not.toBe(box.keyId)
  })

  it('has a key in a file that only this user can read, made once', () => {
    const { keyId } = open()
    const file = join(dataDir, 'secrets.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const key = readSecretsKey(readFileSync(file, 'utf8').trim())
    expect(open().keyId).toBe(keyId)
    expect(open(key).keyId).toBe(keyId)
  })

  it('has no key where the file was damaged: it is never replaced', () => {
    open()
    writeFileSync(join(dataDir, 'secrets.key'), 'short')
    expect(() => open()).toThrow(/secrets\.key is not a key/)
  })
})

it.each(['', 'x', Buffer.alloc(16).toString('base64'), Buffer.alloc(33).toString('base64'), `${'A'.repeat(43)}!`])(
  'a key written as %j is refused',
  (text) => expect(readSecretsKey(text)).toBeUndefined(),
)
