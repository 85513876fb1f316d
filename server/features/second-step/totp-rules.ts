import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
/** Steps that a phone's clock may be off, either way. */
const DRIFT = 1
const SECRET_BYTES = 20

/** A secret as the database keeps it, before it is encrypted. */
export const newAppSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).buffer)

const appOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: 'Copydesk',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** What an app scans or is told: see RFC 6238 and the key URI format. */
export function describeSecret(secret: Buffer, email: string): { secret: string; address: string } {
  const app = appOf(secret, email)
  return { secret: app.secret.base32, address: app.toString() }
}

/**
 * The number of the 30 seconds that a code is for, at this time or one step beside it; undefined when it is for none.
 * @param seconds since 1970, by the clock of the database
 */
export function stepOfCode(secret: Buffer, code: string, seconds: number): number | undefined {
  const delta = appOf(secret).validate({ token: code, timestamp: seconds * 1000, window: DRIFT })
  return delta === null ? undefined : Math.floor(seconds / PERIOD) + delta
}

/** The code that an app shows. */
export const codeAt = (secret: Buffer, seconds: number): string => appOf(secret).generate({ timestamp: seconds * 1000 })
