import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { usePurgeMedia, useRestoreMedia } from './media-api.ts'
import classes from './media-panel.module.css'

/** What stands where a trashed picture would: how to bring it back, or, for some, how to end it. */
export function InTrash({ media, onGone }: { media: Media; onGone: () => void }) {
  const { t } = useLingui()
  const restore = useRestoreMedia()
  const purge = usePurgeMedia()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const bringBack = () =>
    restore.mutate(media, {
      onSuccess: ({ name }) => notifyDone(t`Restored “${name}”`),
      onError: (error) => {
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
      },
    })
  return (
    <div className={classes.trashed}>
      <Text size="sm">
        <Trans>In the trash. Its addresses do not answer; after 30 days it is deleted for good.</Trans>
      </Text>
      <Group gap="xs" mt={8}>
        {media.can.write && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            loading={restore.isPending}
            onClick={bringBack}
          >
            <Trans>Restore</Trans>
          </Button>
        )}
        {media.can.purge && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsking(true)}>
            <Trans>Delete for good</Trans>
          </Button>
        )}
      </Group>
      <Confirm
        opened={asking}
        danger
        title={t`Delete “${media.name}” for good?`}
        confirmLabel={t`Delete for good`}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          try {
            await purge.mutateAsync(media)
            notifyDone(t`Deleted “${media.name}” for good`)
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
