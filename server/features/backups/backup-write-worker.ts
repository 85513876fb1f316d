/** A process of its own (backup-process.ts starts it): writes one backup. */
import { BackupRunningError } from '../../backup/snapshot.ts'
import { openStorage } from '../../storage/create-storage.ts'
import { answerOneCall } from '../../threads/answer-one-call.ts'
import { connectionTo, type WriteCall, type WriteReply } from './backup-calls.ts'
import { backupWriter } from './backup-commands.ts'
import { backupFailureOf } from './backup-failure-rules.ts'

answerOneCall(async ({ database, storage, path, passphrase }: WriteCall): Promise<WriteReply> => {
  try {
    const write = backupWriter({ connection: connectionTo(database), storage: await openStorage(storage) })
    return await write(path, { passphrase })
  } catch (error) {
    if (error instanceof BackupRunningError) return { isRunning: true }
    return { ...backupFailureOf(error, path), sentence: error instanceof Error ? error.message : String(error) }
  }
})
