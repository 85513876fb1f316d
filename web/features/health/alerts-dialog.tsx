import { Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  Button,
  Code,
  Group,
  Modal,
  NumberInput,
  Skeleton,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { ALERT_ADDRESSES_MAX, ALERT_MINUTES, type HealthAlerts } from '#contract/health.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { useAlerts, useEditAlerts, useNewSecret, useTestAlerts } from './health-api.ts'

/** Who is told when a check stays bad. */
export function AlertsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error } = useAlerts(opened)
  return (
    <Modal opened={opened} onClose={onClose} title={t`Alerts`} size={560} closeButtonProps={{ 'aria-label': t`Close` }}>
      <FormProblem error={error} />
      {!data && !error && <Skeleton h={260} />}
      {data && <AlertsForm alerts={data} onClose={onClose} />}
    </Modal>
  )
}

function AlertsForm({ alerts, onClose }: { alerts: HealthAlerts; onClose: () => void }) {
  const { t } = useLingui()
  const edit = useEditAlerts()
  const test = useTestAlerts()
  const [emails, setEmails] = useState(alerts.emails)
  const [webhook, setWebhook] = useState(alerts.webhook)
  const [minutes, setMinutes] = useState<number | string>(alerts.afterMinutes)
  const isSaved =
    emails.join() === alerts.emails.join() && webhook === alerts.webhook && minutes === alerts.afterMinutes
  const goesSomewhere = alerts.emails.length > 0 || alerts.webhook !== ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const done = () => {
          notifyDone(t`Alerts saved`)
          onClose()
        }
        edit.mutate({ emails, webhook, afterMinutes: Number(minutes) }, { onSuccess: done })
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>When a check stays bad and is not muted, these are told, and once more when it is good again.</Trans>
          <SentenceGap />
          <Trans>
            While the database is away nothing can be sent: have /readyz of this server watched from another machine.
          </Trans>
        </Text>
        <TagsInput
          label={t`E-mail addresses`}
          description={t`Press Enter after each address.`}
          value={emails}
          onChange={setEmails}
          maxTags={ALERT_ADDRESSES_MAX}
          splitChars={[',', '，', '、', ' ', ';', '；']}
          acceptValueOnBlur
          data-autofocus
        />
        <TextInput
          label={t`Webhook (optional)`}
          description={t`An https address outside your network. Each call is signed; the secret for that is made here once the address is saved.`}
          value={webhook}
          onChange={(event) => setWebhook(event.currentTarget.value.trim())}
          inputMode="url"
        />
        <NumberInput
          label={t`After how many minutes`}
          value={minutes}
          onChange={setMinutes}
          min={ALERT_MINUTES.least}
          max={ALERT_MINUTES.most}
          allowDecimal={false}
          maw={200}
        />
        {alerts.webhook !== '' && <Secret alerts={alerts} />}
        <FormProblem error={edit.error ?? test.error} />
        <Group justify="space-between">
          <Button
            variant="default"
            disabled={!isSaved || !goesSomewhere}
            loading={test.isPending}
            onClick={() => test.mutate(undefined, { onSuccess: () => notifyDone(t`A test alert is on its way`) })}
          >
            <Trans>Send a test</Trans>
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={isSaved} loading={edit.isPending}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function Secret({ alerts }: { alerts: HealthAlerts }) {
  const renew = useNewSecret()
  const { lastDelivery } = alerts
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button size="xs" variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {alerts.hasSecret ? <Trans>New secret for signatures</Trans> : <Trans>Make a secret for signatures</Trans>}
        </Button>
        {lastDelivery && (
          <Text size="xs" c="dimmed">
            {lastDelivery.ok ? (
              <Trans>
                Last call taken <RelativeTime value={lastDelivery.at} />
              </Trans>
            ) : (
              <Trans>
                Last call failed <RelativeTime value={lastDelivery.at} />: <code>{lastDelivery.detail}</code>
              </Trans>
            )}
          </Text>
        )}
      </Group>
      <FormProblem error={renew.error} />
      {renew.data && (
        <Alert color="teal" variant="light">
          <Trans>Copy it now; it is not shown again. The one before no longer signs.</Trans>
          <Code block mt="xs">
            {renew.data.secret}
          </Code>
        </Alert>
      )}
    </Stack>
  )
}
