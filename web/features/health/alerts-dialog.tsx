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
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ALERT_ADDRESSES_MAX, ALERT_MINUTES, AlertFields, type HealthAlerts } from '#contract/health.ts'
import { useSubmitForm } from '../../entity/drafts/submit-form.ts'
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
    <Modal
      opened={opened}
      onClose={onClose}
      // A new secret cannot be shown again.
      closeOnClickOutside={false}
      title={t`Alerts`}
      size={560}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <FormProblem error={error} />
      {!data && !error && <Skeleton h={260} />}
      {data && <AlertsForm alerts={data} onClose={onClose} />}
    </Modal>
  )
}

type Values = z.input<typeof AlertFields>
const valuesOf = ({ emails, webhook, afterMinutes }: HealthAlerts): Values => ({ emails, webhook, afterMinutes })

function AlertsForm({ alerts, onClose }: { alerts: HealthAlerts; onClose: () => void }) {
  const { t } = useLingui()
  const edit = useEditAlerts()
  const test = useTestAlerts(alerts)
  const labels = {
    emails: t`E-mail addresses`,
    webhook: t`Webhook (optional)`,
    afterMinutes: t`After how many minutes`,
  }
  const { form, draft, dirty, notices, failure, submit } = useSubmitForm<HealthAlerts & { id: string }, Values>({
    entity: { id: 'alerts', ...alerts },
    schema: AlertFields,
    valuesOf: (now) => valuesOf(now ?? alerts),
    shown: {
      emails: { label: labels.emails },
      webhook: { label: labels.webhook },
      afterMinutes: { label: labels.afterMinutes, show: String },
    },
    draftKey: 'alerts',
    save: async (base, values) => ({
      id: 'alerts',
      ...(await edit.mutateAsync({ ...values, version: base?.version })),
    }),
    onSaved: () => {
      notifyDone(t`Alerts saved`)
      onClose()
    },
  })
  const { emails, webhook, afterMinutes } = useWatch({ control: form.control }) as Values
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const isSaved = !dirty
  const goesSomewhere = alerts.emails.length > 0 || alerts.webhook !== ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (dirty) void submit()
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
        {notices}
        <TagsInput
          label={labels.emails}
          description={t`Press Enter after each address.`}
          value={emails}
          onChange={(next) => set('emails', next)}
          error={form.errorOf('emails')}
          maxTags={ALERT_ADDRESSES_MAX}
          splitChars={[',', '，', '、', ' ', ';', '；']}
          acceptValueOnBlur
          data-autofocus
        />
        <TextInput
          label={labels.webhook}
          description={t`An https address outside your network. Each call is signed; the secret for that is made here once the address is saved.`}
          value={webhook}
          onChange={(event) => set('webhook', event.currentTarget.value.trim())}
          error={form.errorOf('webhook')}
          inputMode="url"
        />
        <NumberInput
          label={labels.afterMinutes}
          value={afterMinutes}
          onChange={(next) => set('afterMinutes', next as number)}
          error={form.errorOf('afterMinutes')}
          min={ALERT_MINUTES.least}
          max={ALERT_MINUTES.most}
          allowDecimal={false}
          maw={200}
        />
        {alerts.webhook !== '' && <Secret alerts={alerts} isOnItsWay={test.isOnItsWay} />}
        <FormProblem error={failure ?? test.error} />
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
            <Button
              variant="default"
              onClick={() => {
                draft.discard()
                onClose()
              }}
            >
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" disabled={isSaved} loading={form.formState.isSubmitting}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function Secret({ alerts, isOnItsWay }: { alerts: HealthAlerts; isOnItsWay: boolean }) {
  const renew = useNewSecret()
  const { lastDelivery } = alerts
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button size="xs" variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {alerts.hasSecret ? <Trans>New secret for signatures</Trans> : <Trans>Make a secret for signatures</Trans>}
        </Button>
        <Text size="xs" c="dimmed" role="status">
          {isOnItsWay ? (
            <Trans>The test is on its way …</Trans>
          ) : (
            lastDelivery &&
            (lastDelivery.ok ? (
              <Trans>
                Last call taken <RelativeTime value={lastDelivery.at} />
              </Trans>
            ) : (
              <Trans>
                Last call failed <RelativeTime value={lastDelivery.at} />: <code>{lastDelivery.detail}</code>
              </Trans>
            ))
          )}
        </Text>
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
