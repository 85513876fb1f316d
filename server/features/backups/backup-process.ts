import { BackupRunningError } from '../../backup/snapshot.ts'
import type { BackupReport } from '../../backup/write-backup.ts'
import { callBackgroundProcess } from '../../threads/background-process.ts'
import type { VerifyCall, WriteCall, WriteReply } from './backup-calls.ts'
import { BackupError, trialFailureOf, type Verification } from './backup-failure-rules.ts'

/**
 * Writes a backup in a process of its own: reading, hashing and compressing a large site takes a core for many minutes, and requests
 * would wait for it.
 * @throws BackupRunningError; BackupError; ProcessEndedError
 */
export async function writeInProcess(call: WriteCall): Promise<BackupReport> {
  const module = new URL('./backup-write-worker.ts', import.meta.url)
  const reply = await callBackgroundProcess<WriteCall, WriteReply>(module, call)
  if ('manifest' in reply) return reply
  if ('isRunning' in reply) throw new BackupRunningError()
  throw new BackupError(reply.failure, reply.sentence, reply.error)
}

/** Restores a backup on trial in a process of its own, as `verifyBackup` does. */
export function verifyInProcess(call: VerifyCall): Promise<Verification> {
  const module = new URL('./backup-verify-worker.ts', import.meta.url)
  return callBackgroundProcess<VerifyCall, Verification>(module, call).catch(trialFailureOf)
}
