import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { RECOVERY_CODES } from '#contract/second-step.ts'
import type { Db } from '../../db/database.ts'
import { hashToken } from '../../http/session-token.ts'

// No letters or digits that are easily taken for one another. 16 of them are 79 bits: a plain hash is enough.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const newCode = () => Array.from({ length: 4 }, group).join('-')
const hashCode = (code: string): Buffer => hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

/** New codes of a person; the earlier ones no longer work. The database keeps their hashes only. */
export async function replaceRecoveryCodes(trx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await trx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await trx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashCode(code) })))
    .execute()
  return codes
}

/** Whether it was an unused code of the person; it is used now. */
export async function useRecoveryCode(trx: Db, userId: string, code: string): Promise<boolean> {
  const used = await trx
    .updateTable('recoveryCode')
    .set({ usedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}
