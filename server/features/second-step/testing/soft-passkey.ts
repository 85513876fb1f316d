import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software: answers what a server asks of a browser, without a browser. */
export type SoftPasskey = {
  id: string
  /** Answers `navigator.credentials.create`. */
  register: (options: Options) => object
  /** Answers `navigator.credentials.get`; `change` lies about one part of it. */
  authenticate: (options: Options, change?: Change) => object
}
type Options = { challenge: string; rpId?: string; rp?: { id: string } }
type Change = { origin?: string; rpId?: string; challenge?: string; verified?: boolean; counter?: number }

const ORIGIN = 'http://localhost'
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export function createSoftPasskey(origin = ORIGIN): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as { x?: string; y?: string }
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (rpId: string, flags: number, count: number, more = Buffer.alloc(0)) => {
    const numbers = Buffer.alloc(5)
    numbers.writeUInt8(flags)
    numbers.writeUInt32BE(count, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), numbers, more])
  }
  // COSE key of ES256: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
  const envelope = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    id: envelope.id,
    register({ challenge, rp }) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const data = authData(rp?.id ?? '', USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, counter, credential)
      return {
        ...envelope,
        clientExtensionResults: { credProps: { rk: true } },
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation(data).toString('base64url'),
          transports: ['internal'],
          publicKeyAlgorithm: -7,
          publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
          authenticatorData: data.toString('base64url'),
        },
      }
    },
    authenticate({ challenge, rpId }, change = {}) {
      const client = clientData('webauthn.get', change.challenge ?? challenge, change.origin)
      const flags = change.verified === false ? USER_PRESENT : USER_PRESENT | USER_VERIFIED
      const data = authData(change.rpId ?? rpId ?? '', flags, change.counter ?? ++counter)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...envelope,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

/** CBOR of {fmt: "none", attStmt: {}, authData}. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    data,
  ])
}
