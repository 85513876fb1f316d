import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const MAC_BYTES = 16
const BODY_BYTES = 1 + 1 + 16 + 16 + 16 + 4 + 4 + 2 + 1 + NONCE_BYTES
const NO_ARTICLE = '00000000-0000-0000-0000-000000000000'
const DAY_MS = 86_400_000

/** A part of an hour; promises of impressions are made, and end, together with all others of the same part. */
export const BUCKET_MS = 600_000
/** How long after the start of its bucket an impression may be reported. */
const IMPRESSION_MS = 2_400_000
/** Clocks of servers may differ by the rest. Promises that are older count no more. */
export const PROMISE_MS = 3_000_000
const CLICK_MS = DAY_MS
const PREVIEW_MS = 3_600_000

/** `ad`: came with an ad that was chosen for a page. `preview`: shows a creative as it is being edited. */
type Purpose = 'ad' | 'preview'
const purposes: readonly Purpose[] = ['ad', 'preview']

/** What tokens are signed with. */
export type AdSecret = KeyObject
/** Made once: with plain bytes each signature takes four times as long. */
export const adSecretOf = (bytes: Buffer): AdSecret => createSecretKey(bytes)

export type AdToken = {
  purpose: Purpose
  ad: string
  placement: string
  article: string | null
  /** When it was made, in ms since 1970, to the second. */
  issuedAt: number
  /** Start of the bucket of its promise; 0 for an ad without caps. */
  bucket: number
  /** The day in the time zone of the ad, as days since 1970. */
  day: number
  /** Position among the creatives. */
  creative: number
  /** Identifies it. */
  nonce: Buffer
}

/** Random bytes for so many nonces are made at once: one call for each costs more than the bytes. */
const NONCES_MADE = 256
let nonces = Buffer.alloc(0)
export function newNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(NONCE_BYTES * NONCES_MADE)
  const nonce = nonces.subarray(0, NONCE_BYTES)
  nonces = nonces.subarray(NONCE_BYTES)
  return nonce
}
export const dayOfNumber = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Fits into an address. */
export function signToken(secret: AdSecret, token: AdToken): string {
  const body = Buffer.alloc(BODY_BYTES)
  let at = body.writeUInt8(VERSION, 0)
  at = body.writeUInt8(purposes.indexOf(token.purpose), at)
  for (const id of [token.ad, token.placement, token.article ?? NO_ARTICLE])
    at += body.write(id.replaceAll('-', ''), at, 'hex')
  at = body.writeUInt32BE(Math.floor(token.issuedAt / 1000), at)
  at = body.writeUInt32BE(Math.floor(token.bucket / 1000), at)
  at = body.writeUInt16BE(token.day, at)
  at = body.writeUInt8(token.creative, at)
  token.nonce.copy(body, at)
  return Buffer.concat([body, macOf(secret, body)]).toString('base64url')
}

/** What this server signed; undefined for anything else. */
export function readToken(secret: AdSecret, text: string): AdToken | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // One spelling only: decoding ignores what is no base64url.
  if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return undefined
  const body = bytes.subarray(0, BODY_BYTES)
  if (!timingSafeEqual(macOf(secret, body), bytes.subarray(BODY_BYTES)) || body[0] !== VERSION) return undefined
  const purpose = purposes[body[1] ?? -1]
  if (!purpose) return undefined
  const article = idAt(body, 34)
  return {
    purpose,
    ad: idAt(body, 2),
    placement: idAt(body, 18),
    article: article === NO_ARTICLE ? null : article,
    issuedAt: body.readUInt32BE(50) * 1000,
    bucket: body.readUInt32BE(54) * 1000,
    day: body.readUInt16BE(58),
    creative: body.readUInt8(60),
    nonce: body.subarray(61),
  }
}

/** Whether an impression may still be reported with it. */
export const countsImpression = ({ purpose, issuedAt, bucket }: AdToken, now: number): boolean =>
  purpose === 'ad' && now < (bucket || issuedAt) + IMPRESSION_MS

/** Whether a click may still be counted with it. */
export const countsClick = ({ purpose, issuedAt }: AdToken, now: number): boolean =>
  purpose === 'ad' && now < issuedAt + CLICK_MS

/** Whether a frame may still be shown with it. */
export const showsFrame = ({ purpose, issuedAt }: AdToken, now: number): boolean =>
  now < issuedAt + (purpose === 'ad' ? CLICK_MS : PREVIEW_MS)

const macOf = (secret: AdSecret, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES)

function idAt(body: Buffer, at: number): string {
  const hex = body.toString('hex', at, at + 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
