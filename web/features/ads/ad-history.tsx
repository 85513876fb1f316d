import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { Ad } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useAdRevisions, useRestoreAdRevision } from './ad-api.ts'
import { doneLabels } from './ad-words.ts'

type Props = { ad: Ad; readOnly: boolean; onRestored: (ad: Ad) => void }

/** Every version of the fields, newest first; any can be brought back. */
export function AdHistory({ ad, readOnly, onRestored }: Props) {
  const { t } = useLingui()
  const revisions = useAdRevisions(ad.id)
  const restore = useRestoreAdRevision()
  const problemText = useProblemText()
  if (revisions.isError) return <Text size="sm">{problemText(revisions.error).sentence}</Text>
  if (!revisions.data) return <Skeleton height={120} />
  const bring = async (revision: string) => {
    try {
      onRestored(await restore.mutateAsync({ ad, revision }))
      notifyDone(t`These fields are the newest ones again`)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const reasonText = (reason: string) =>
    reason in doneLabels
      ? t(doneLabels[reason as keyof typeof doneLabels])
      : reason === 'create'
        ? t`Created`
        : t`Saved`
  return (
    <Stack gap={0} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
      {revisions.data.items.map(({ id, version, reason, createdAt, createdBy }, at) => (
        <Group key={id} component="li" gap="sm" py={8} justify="space-between">
          <Text size="sm">
            <Text span inherit fw={500}>
              {reasonText(reason)}
            </Text>
            {' · '}
            <RelativeTime value={createdAt} />
            {createdBy && ` · ${createdBy.name}`}
          </Text>
          {at > 0 && !readOnly && (
            <Button
              variant="default"
              size="xs"
              loading={restore.isPending}
              aria-label={t`Restore version ${version}`}
              onClick={() => void bring(id)}
            >
              <Trans>Restore</Trans>
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
