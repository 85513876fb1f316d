import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, Text } from '@mantine/core'
import type { Ad } from '#contract/ads.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { AdFieldDifferences } from './ad-field-differences.tsx'

/** Why it cannot be changed now, the reason of the last rejection, and what differs from what readers see. */
export function AdReviewNotices({ ad }: { ad: Ad }) {
  const { t } = useLingui()
  const submitter = ad.submittedBy?.name
  const waits = ad.submittedAt !== null && !ad.can.write
  return (
    <Stack gap="md" mb={ad.rejection || ad.live || waits ? 'md' : 0}>
      {waits && (
        <Alert variant="default">
          {ad.submittedAt && (
            <Text size="sm" mb={4}>
              {submitter ? (
                <Trans>
                  Submitted by {submitter} <RelativeTime value={ad.submittedAt} />
                </Trans>
              ) : (
                <Trans>
                  Submitted <RelativeTime value={ad.submittedAt} />
                </Trans>
              )}
            </Text>
          )}
          <Text size="sm">
            <Trans>It cannot be changed until it is approved or rejected.</Trans>
            <SentenceGap />
            {ad.can.withdraw && <Trans>To change it, withdraw it and submit it again.</Trans>}
          </Text>
        </Alert>
      )}
      {ad.rejection && (
        <Alert
          {...(ad.submittedAt === null ? { color: 'orange' } : { variant: 'default' })}
          title={ad.submittedAt === null ? t`Rejected` : t`Rejected before, and submitted again`}
        >
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {ad.rejection}
          </Text>
          {ad.rejectedAt && (
            <Text size="xs" mt={4}>
              {ad.rejectedBy?.name ?? t`Copydesk`} · <RelativeTime value={ad.rejectedAt} />
            </Text>
          )}
        </Alert>
      )}
      {ad.live && (
        <Alert variant="default" title={t`Readers do not see these changes yet`}>
          <Text size="sm" mb="xs">
            {ad.submittedAt === null ? (
              <Trans>
                They go live when they are submitted and approved. Until then readers see what was approved.
              </Trans>
            ) : (
              <Trans>They go live when they are approved. Until then readers see what was approved.</Trans>
            )}
          </Text>
          <AdFieldDifferences
            refs={[ad.refs]}
            before={{ name: t`Approved`, values: ad.live }}
            after={{ name: t`With the changes`, values: ad }}
          />
        </Alert>
      )}
    </Stack>
  )
}
