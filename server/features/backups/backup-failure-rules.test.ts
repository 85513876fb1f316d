import { expect, it } from 'vitest'
import { DamagedBackupError, OtherRowsError } from '../../backup/damaged-backup-error.ts'
import { trialFailureOf } from './backup-failure-rules.ts'

it.each([
  ['damaged', new DamagedBackupError('The backup is not complete: the file was cut short.')],
  ['other_rows', new OtherRowsError('article_tag')],
  ['unexpected', new Error('too many clients')],
] as const)('a trial restore that failed says why as a code: %s', (verifyFailure, error) => {
  expect(trialFailureOf(error)).toMatchObject({ verified: 'failed', verifyFailure })
})

it('of rows that differ the table is named, and no sentence in English', () => {
  expect(trialFailureOf(new OtherRowsError('article_tag')).verifyDetail).toBe('article_tag')
})
