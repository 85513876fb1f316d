import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AdFields } from '#contract/ad-fields.ts'
import type { Ad, AdRevision } from '#contract/ads.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useAdRevision, useRestoreAdRevision } from './ad-api.ts'
import { useAdFieldShown } from './ad-field-shown.ts'
import { refNames } from './ad-references.ts'
import classes from './ads.module.css'

type Props = {
  ad: Ad
  revision: AdRevision
  readOnly: boolean
  onRestored: (ad: Ad) => void
  onClose: () => void
}
type FieldName = keyof AdFields

/** An earlier version beside the ad as it is now, field by field where they differ; it can be made the newest one. */
export function AdVersionDialog({ ad, revision, readOnly, onRestored, onClose }: Props) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const asked = useAdRevision(ad.id, revision.id)
  const restore = useRestoreAdRevision()
  const problemText = useProblemText()
  const names = new Map([...(asked.data ? refNames(asked.data.refs) : []), ...refNames(ad.refs)])
  const shown = useAdFieldShown((id) => names.get(id))
  const when = exactWords(new Date(revision.createdAt), i18n.locale, zone)
  const then = asked.data?.fields
  const changed = then
    ? (Object.keys(AdFields.shape) as FieldName[]).filter(
        (name) => JSON.stringify(then[name]) !== JSON.stringify(ad[name]),
      )
    : []
  const display = (name: FieldName, values: AdFields): ReactNode => {
    const { show } = shown[name] as { show?: (value: AdFields[FieldName]) => ReactNode }
    const value = values[name]
    // What shows itself is text.
    return show ? show(value) : typeof value === 'string' ? value : null
  }
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
          changed.map((name) => (
            <section key={name} aria-label={shown[name].label}>
              <Text size="sm" fw={600}>
                {shown[name].label}
              </Text>
              <div className={classes.versions}>
                <Side name={t`In that version`} kind="then">
                  {display(name, then)}
                </Side>
                <Side name={t`Now`} kind="now">
                  {display(name, ad)}
                </Side>
              </div>
            </section>
          ))
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

function Side({ name, kind, children }: { name: string; kind: 'then' | 'now'; children: ReactNode }) {
  return (
    <div data-kind={kind}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children === '' ? <Trans>(empty)</Trans> : children}
      </Text>
    </div>
  )
}
