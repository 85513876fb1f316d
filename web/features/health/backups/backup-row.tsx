import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots, IconDownload, IconTrash } from '@tabler/icons-react'
import type { Backup } from '#contract/backups.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { notifyFailure } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SentenceGap } from '../../../ui/sentence-gap.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { useWriteValue } from '../health-values.ts'
import classes from '../health.module.css'
import { downloadBackup } from './backup-api.ts'
import { useBackupWords } from './backup-words.ts'

/** One backup: its state, when, what is in it, and what can be done with it. */
export function BackupRow({ backup, onDelete }: { backup: Backup; onDelete: () => void }) {
  const { t } = useLingui()
  const words = useBackupWords()
  const write = useWriteValue()
  const problemText = useProblemText()
  const { state, startedAt, bytes, kind, fileName, isHere, host } = backup
  const { tone, text } = words.state(backup)
  const name = fileName || words.kind(kind)
  const download = async () => {
    try {
      await downloadBackup(backup)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  return (
    <li className={`${classes.row} ${classes.backupRow}`}>
      <span className={classes.backupState}>
        <StatusDot tone={tone}>{text}</StatusDot>
      </span>
      <span className={classes.what}>
        <span className={classes.plainName}>
          <RelativeTime value={startedAt} />
        </span>
        <Text component="span" size="xs" c="dimmed" className={classes.aside}>
          {words.kind(kind)}
          {fileName && (
            <>
              {' · '}
              <code>{fileName}</code>
            </>
          )}
          {state === 'done' && fileName !== '' && !isHere && (
            <>
              {' · '}
              <Trans>not in the folder of this machine (made on {host})</Trans>
            </>
          )}
        </Text>
        <Trouble backup={backup} />
      </span>
      <span className={classes.value}>{bytes === null ? '' : write(bytes, 'bytes')}</span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t`Actions for “${name}”`} disabled={state === 'running'}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isHere && (
            <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void download()}>
              <Trans>Download</Trans>
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            <Trans>Delete…</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function Trouble({ backup }: { backup: Backup }) {
  const words = useBackupWords()
  const { failure, error, verified, verifyFailure, verifyDetail, missingFiles } = backup
  const why = (
    <Why
      sentence={verifyFailure && words.trialFailure(verifyFailure)}
      detail={verifyFailure === 'damaged' ? '' : verifyDetail}
    />
  )
  return (
    <>
      {(failure || error) && (
        <Text component="span" size="xs" className={classes.aside}>
          <Why sentence={failure && words.failure(failure)} detail={error} />
        </Text>
      )}
      {verified === 'not_possible' && (
        <Text component="span" size="xs" c="dimmed" className={classes.aside}>
          <Trans>It could not be restored on trial:</Trans>
          <SentenceGap />
          {why}
        </Text>
      )}
      {verified === 'failed' && (
        <Text component="span" size="xs" className={classes.aside}>
          <Trans>The trial restore failed:</Trans>
          <SentenceGap />
          {why}
        </Text>
      )}
      {missingFiles !== null && missingFiles > 0 && (
        <Text component="span" size="xs" className={classes.aside}>
          <Plural
            value={missingFiles}
            one="# file was missing in the storage"
            other="# files were missing in the storage"
          />
        </Text>
      )}
    </>
  )
}

/** @param sentence null for what failed before there were codes @param detail in the words of the system */
function Why({ sentence, detail }: { sentence: string | null; detail: string }) {
  return (
    <>
      {sentence}
      {sentence && detail && <SentenceGap />}
      {detail && <code>{detail}</code>}
    </>
  )
}
