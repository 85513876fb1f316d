/** A process of its own (backup-process.ts starts it): restores one backup on trial. */
import { answerOneCall } from '../../threads/answer-one-call.ts'
import { connectionTo, type VerifyCall } from './backup-calls.ts'
import type { Verification } from './backup-failure-rules.ts'
import { verifyBackup } from './backup-verify-commands.ts'

answerOneCall(({ database, path, passphrase }: VerifyCall): Promise<Verification> =>
  verifyBackup(connectionTo(database), path, passphrase),
)
