import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Ad, AdRevision } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useAdRevisions } from './ad-api.ts'
import { AdVersionDialog } from './ad-version-dialog.tsx'
import { doneLabels } from './ad-words.ts'
import classes from './ads.module.css'

type Props = { ad: Ad; readOnly: boolean; onRestored: (ad: Ad) => void }

/** Every change and every action, newest first; the fields of any can be compared with the ad as it is now, and brought back. */
export function AdHistory({ ad, readOnly, onRestored }: Props) {
  const { t } = useLingui()
  const revisions = useAdRevisions(ad.id)
  const problemText = useProblemText()
  const [opened, setOpened] = useState<AdRevision>()
  const opener = useRef<HTMLElement>(null)
  if (revisions.isError) return <Text size="sm">{problemText(revisions.error).sentence}</Text>
  if (!revisions.data) return <Skeleton height={120} />
  const reasonText = (reason: string) => {
    if (reason === 'create') return t`Created`
    if (reason === 'restoreRevision') return t`Earlier version restored`
    if (reason === 'undo') return t`Undone`
    return reason in doneLabels ? t(doneLabels[reason as keyof typeof doneLabels]) : t`Saved`
  }
  const close = () => {
    setOpened(undefined)
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <>
      <ol className={classes.history}>
        {revisions.data.items.map((revision, at) => (
          <li key={revision.id}>
            <UnstyledButton
              className={classes.version}
              onClick={(event) => {
                opener.current = event.currentTarget
                setOpened(revision)
              }}
            >
              <Text span size="sm" fw={500}>
                {reasonText(revision.reason)}
                {at === 0 && (
                  <Text span size="xs" c="dimmed">
                    {' · '}
                    <Trans>now</Trans>
                  </Text>
                )}
              </Text>
              <Text span size="xs" c="dimmed">
                {revision.createdBy?.name ?? t`Copydesk`} · <RelativeTime value={revision.createdAt} />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {opened && (
        <AdVersionDialog ad={ad} revision={opened} readOnly={readOnly} onRestored={onRestored} onClose={close} />
      )}
    </>
  )
}
