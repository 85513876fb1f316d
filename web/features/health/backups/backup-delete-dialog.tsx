import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Backup } from '#contract/backups.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useRemoveBackup } from './backup-api.ts'
import { useBackupWords } from './backup-words.ts'

/** Asks before a backup is deleted: there is no way back. */
export function BackupDeleteDialog({ backup, onClose }: { backup: Backup | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const words = useBackupWords()
  const problemText = useProblemText()
  const remove = useRemoveBackup()
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState(backup)
  if (backup !== undefined && backup !== shown) setShown(backup)
  const name = shown ? shown.fileName || words.kind(shown.kind) : ''
  return (
    <Confirm
      opened={backup !== undefined}
      title={t`Delete the backup “${name}”?`}
      confirmLabel={t`Delete`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        try {
          if (backup) await remove.mutateAsync(backup.id)
          notifyDone(t`Backup deleted`)
          return undefined
        } catch (failure) {
          return problemText(failure).sentence
        }
      }}
    >
      {shown?.isHere ? (
        <Trans>Its file is deleted, too. This cannot be undone.</Trans>
      ) : (
        <Trans>It is taken off the list. Its file is not on this machine and is not touched.</Trans>
      )}
    </Confirm>
  )
}
