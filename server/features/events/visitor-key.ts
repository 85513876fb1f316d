import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Db } from '../../db/database.ts'

const KEY_BYTES = 8

/**
 * Turns an address and a browser's name into a key of 8 bytes that means nothing the day after: its salt is made for one day
 * (UTC), shared by all processes through the database, and deleted when the day is over.
 */
export function createVisitorKeys(db: Db) {
  let known: { day: string; salt: Promise<KeyObject> } | undefined
  return async (ip: string, userAgent: string, now = new Date()): Promise<Buffer> => {
    const day = now.toISOString().slice(0, 10)
    if (known?.day !== day) known = { day, salt: saltOf(db, day) }
    // A failure is not remembered.
    known.salt.catch(() => (known = undefined))
    return createHmac('sha256', await known.salt)
      .update(`${ip}\0${userAgent}`)
      .digest()
      .subarray(0, KEY_BYTES)
  }
}

async function saltOf(db: Db, day: string): Promise<KeyObject> {
  await db
    .insertInto('visitorSalt')
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { salt } = await db.selectFrom('visitorSalt').where('day', '=', day).select('salt').executeTakeFirstOrThrow()
  // Made once: from plain bytes each HMAC would take four times as long.
  return createSecretKey(salt)
}
