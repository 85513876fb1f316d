import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, List, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Ad } from '#contract/ads.ts'
import { useDialogText } from '../../entity/drafts/dialog-text.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { paths } from '../../paths.ts'
import { dayTimeWords } from '../../ui/date-text.ts'
import { atField } from '../../ui/named-field.ts'
import { useScreen } from '../../ui/screen.tsx'
import { WallTimeField } from '../../ui/wall-time-field.tsx'
import type { ActionExtras, AdStep } from './ad-api.ts'
import { actionLabels, requirementTexts } from './ad-words.ts'

const askedSteps = ['submit', 'approve', 'reject', 'extend', 'archive'] as const
/** Actions that a dialog explains, or that need something typed; to archive an ad is explained where it is running. */
export type AskedStep = (typeof askedSteps)[number]
export const isAskedStep = (action: AdStep, { phase }: Pick<Ad, 'phase'>): action is AskedStep =>
  (askedSteps as readonly string[]).includes(action) && (action !== 'archive' || phase === 'running')

type Props = {
  action: AskedStep
  ad: Ad
  /** Rejects with what the server said. */
  onRun: (extras: ActionExtras) => Promise<void>
  /** Goes to a field of the ad, where it is on the screen; else the screen of the ad is opened at it. */
  openField?: ((field: string) => void) | undefined
  onClose: () => void
}

/** Asks before an ad is submitted, approved, rejected or extended, and says what follows. */
export function AdActionDialog({ action, ad, onRun, openField, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { navigate } = useScreen()
  const isReject = action === 'reject'
  const { text: reason, setText, notices, drop } = useDialogText(isReject ? `ad/${ad.id}/reject` : undefined, t`Reason`)
  const [endsAt, setEndsAt] = useState(ad.endsAt)
  const lacks = (action === 'submit' || action === 'approve') && ad.missing.length > 0
  const { name, timeZone } = ad
  const isLater = ad.endsAt !== null && endsAt !== null && endsAt > ad.endsAt
  const ready = !lacks && (!isReject || reason.trim() !== '') && (action !== 'extend' || isLater)
  const endFault =
    ad.endsAt === null
      ? t`This ad has no end, so there is nothing to extend.`
      : endsAt !== null &&
        endsAt < ad.endsAt &&
        t`Choose a time after the present end, ${dayTimeWords(ad.endsAt, i18n.locale)}.`
  const goTo = (field: string) => {
    onClose()
    if (openField) openField(field)
    else navigate(atField(paths.ad(ad.id), field))
  }
  const titles = {
    submit: t`Submit “${name}” for approval`,
    approve: t`Approve “${name}”`,
    reject: t`Reject “${name}”`,
    extend: t`Extend “${name}”`,
    archive: t`Archive “${name}”`,
  }
  return (
    <FormDialog
      title={titles[action]}
      submitLabel={t(actionLabels[action])}
      ready={ready}
      danger={isReject}
      onClose={onClose}
      onSubmit={async () => {
        await onRun({ ...(isReject && { reason }), ...(action === 'extend' && endsAt && { endsAt }) })
        drop()
      }}
      onCancel={() => {
        drop()
        onClose()
      }}
    >
      {notices}
      {lacks ? (
        <>
          <Text size="sm">
            <Trans>Before this ad can be shown, complete it:</Trans>
          </Text>
          <List size="sm">
            {ad.missing.map((requirement) => (
              <List.Item key={requirement}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() => goTo(requirementTexts[requirement].field)}
                >
                  {t(requirementTexts[requirement].text)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </>
      ) : (
        <>
          {action === 'submit' && (
            <Text size="sm">
              <Trans>
                An administrator looks at creatives, label, advertiser and click address before readers see them.
              </Trans>
            </Text>
          )}
          {action === 'approve' && (
            <Text size="sm">
              <Trans>Readers see it as soon as its schedule and its rules allow.</Trans>
            </Text>
          )}
          {isReject && (
            <Textarea
              label={t`Reason`}
              description={t`The ad manager reads it beside the ad.`}
              required
              maxLength={1000}
              autosize
              minRows={3}
              value={reason}
              onChange={(event) => setText(event.currentTarget.value)}
              data-autofocus
            />
          )}
          {action === 'archive' && (
            <Text size="sm">
              <Trans>This ad is running. Once it is archived, readers do not see it any more.</Trans>
            </Text>
          )}
          {action === 'extend' && (
            <WallTimeField
              label={t`New end`}
              description={t`On the clocks of ${timeZone}.`}
              required
              zone={timeZone}
              value={endsAt}
              error={endFault}
              onChange={(next) => setEndsAt(next ?? null)}
              startsFocused
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
