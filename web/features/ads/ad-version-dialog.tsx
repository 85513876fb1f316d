import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { Ad, AdRevision } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useAdRevision, useRestoreAdRevision } from './ad-api.ts'
import { AdFieldDifferences, differentFields } from './ad-field-differences.tsx'

type Props = {
  ad: Ad
  revision: AdRevision
  readOnly: boolean
  onRestored: (ad: Ad) => void
  onClose: () => void
}

/** An earlier version beside the ad as it is now, field by field where they differ; it can be made the newest one. */
export function AdVersionDialog({ ad, revision, readOnly, onRestored, onClose }: Props) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const asked = useAdRevision(ad.id, revision.id)
  const restore = useRestoreAdRevision()
  const problemText = useProblemText()
  const when = exactWords(new Date(revision.createdAt), i18n.locale, zone)
  const then = asked.data?.fields
  const changed = then ? differentFields(then, ad) : []
  const bring = async () => {
    try {
      onRestored(await restore.mutateAsync({ ad, revision: revision.id }))
      notifyDone(t`These fields are the newest ones again`)
      onClose()
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t`Version of ${when}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack>
        {asked.isError ? (
          <Text size="sm" role="alert">
            {problemText(asked.error).sentence}
          </Text>
        ) : !then ? (
          <Skeleton height={160} />
        ) : changed.length === 0 ? (
          <Text size="sm">
            <Trans>This version has the same fields as the ad has now.</Trans>
          </Text>
        ) : (
          <AdFieldDifferences
            refs={[...(asked.data ? [asked.data.refs] : []), ad.refs]}
            before={{ name: t`In that version`, values: then }}
            after={{ name: t`Now`, values: ad }}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {!readOnly && changed.length > 0 && (
            <Button onClick={() => void bring()} loading={restore.isPending}>
              <Trans>Make this the newest version</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
