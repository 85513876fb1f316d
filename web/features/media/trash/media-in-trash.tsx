import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notifyDone, notifyFailure } from '../../../ui/notify.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { usePurgeMedia, useRestoreMedia } from '../media-api.ts'
import classes from '../detail/media-panel.module.css'
import { TrashedPicture } from '../thumb.tsx'

/** Takes a picture out of the trash and says so. */
export function useBringBack() {
  const { t } = useLingui()
  const { mutate, isPending } = useRestoreMedia()
  const problemText = useProblemText()
  const restore = useCallback(
    (media: Media) =>
      mutate(media, {
        onSuccess: ({ name }) => notifyDone(t`Restored “${name}”`),
        onError: (error) => {
          const { sentence, requestId } = problemText(error)
          notifyFailure(sentence, requestId)
        },
      }),
    [t, mutate, problemText],
  )
  return { restore, busy: isPending }
}

/** A trashed picture: what it shows, who deleted it, how to bring it back, or, for some, how to end it. */
export function InTrash({ media, onGone }: { media: Media; onGone: () => void }) {
  const { t } = useLingui()
  const { restore, busy } = useBringBack()
  const purge = usePurgeMedia()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const who = media.updatedBy?.name
  return (
    <div className={classes.trashed}>
      <div className={classes.lookedAt} style={{ '--shape': media.width / media.height } as React.CSSProperties}>
        <TrashedPicture id={media.id} size="1280" alt={media.alt || t`Preview of ${media.name}`} />
      </div>
      <Text size="sm" fw={600} mt={10}>
        {who ? <Trans>{who} moved it to the trash</Trans> : <Trans>It is in the trash</Trans>}
        {media.deletedAt && (
          <>
            {' · '}
            <RelativeTime value={media.deletedAt} />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          Readers do not see it any more: its addresses do not answer. After 30 days it is deleted permanently.
        </Trans>
      </Text>
      <Group gap="xs" mt={8}>
        {media.can.write && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            loading={busy}
            onClick={() => restore(media)}
          >
            <Trans>Restore</Trans>
          </Button>
        )}
        {media.can.purge && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsking(true)}>
            <Trans>Delete permanently</Trans>
          </Button>
        )}
      </Group>
      <Confirm
        opened={asking}
        danger
        title={t`Delete “${media.name}” permanently?`}
        confirmLabel={t`Delete permanently`}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          try {
            await purge.mutateAsync(media)
            notifyDone(t`Deleted “${media.name}” permanently`)
            onGone()
            return undefined
          } catch (failure) {
            return problemText(failure).sentence
          }
        }}
      >
        <Trans>The picture and all its sizes are removed. This cannot be undone.</Trans>
      </Confirm>
    </div>
  )
}
