import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Code, Group, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { DELIVERY_KEY_CALLS, DELIVERY_KEY_PREFIX, type DeliveryKey } from '#contract/delivery-keys.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { ProfileSection } from '../session/profile-section.tsx'
import { useDeleteDeliveryKey, useDeliveryKeys, useRevokeDeliveryKey } from './delivery-key-api.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useScopeName } from './scope-names.ts'
import classes from './settings.module.css'

/** Keys of the delivery API: how much each is used, and ways to make and end one. */
export function DeliveryKeyList() {
  const { t, i18n } = useLingui()
  const { data, error } = useDeliveryKeys()
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<DeliveryKey>()
  const revoke = useRevokeDeliveryKey()
  const remove = useDeleteDeliveryKey()
  const problemText = useProblemText()
  const limit = i18n.number(DELIVERY_KEY_CALLS)
  const removeOne = ({ id, name }: DeliveryKey) =>
    remove.mutate(id, {
      onSuccess: () => notifyDone(t`Deleted the key ${name}`),
      onError: (failure) => notifyFailure(problemText(failure).sentence, problemText(failure).requestId),
    })
  return (
    <ProfileSection
      title={<Trans>Delivery keys</Trans>}
      description={
        <Trans>
          For the server of your site. A key is sent as “Authorization: Bearer …” and may be used {limit} times a
          minute.
        </Trans>
      }
    >
      <FormProblem error={error} />
      {!data && !error && <Skeleton h={72} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>There are no keys yet.</Trans>
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={classes.keys} aria-label={t`Delivery keys`}>
          {data.map((key) => (
            <KeyRow
              key={key.id}
              deliveryKey={key}
              busy={remove.isPending}
              onRevoke={() => setRevoking(key)}
              onRemove={() => removeOne(key)}
            />
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
          <Trans>Make a key</Trans>
        </Button>
      </Group>
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
      {revoking && (
        <Confirm
          opened
          danger
          title={t`Revoke the key ${revoking.name}?`}
          confirmLabel={t`Revoke`}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            try {
              await revoke.mutateAsync(revoking.id)
              notifyDone(t`Revoked the key ${revoking.name}`)
              return undefined
            } catch (failure) {
              return problemText(failure).sentence
            }
          }}
        >
          <Trans>Calls with it are refused within two seconds. This cannot be undone; make a new key instead.</Trans>
        </Confirm>
      )}
    </ProfileSection>
  )
}

type RowProps = { deliveryKey: DeliveryKey; busy: boolean; onRevoke: () => void; onRemove: () => void }

function KeyRow({ deliveryKey, busy, onRevoke, onRemove }: RowProps) {
  const { t, i18n } = useLingui()
  const scopeName = useScopeName()
  const { name, hint, state, scopes, expiresAt, lastUsedAt, today, month, refused } = deliveryKey
  const calls = t({ message: plural(month, { one: '# call in 30 days', other: '# calls in 30 days' }) })
  const counts = [
    calls,
    t`${i18n.number(today)} today`,
    ...(refused > 0 ? [t({ message: plural(refused, { one: '# refused', other: '# refused' }) })] : []),
  ]
  return (
    <li>
      <div className={classes.keyText}>
        <Group gap="xs">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Code>{`${DELIVERY_KEY_PREFIX}…${hint}`}</Code>
          {state !== 'active' && (
            <Badge variant="light" color="gray" size="sm">
              {state === 'expired' ? <Trans>Expired</Trans> : <Trans>Revoked</Trans>}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {listed(scopes.map(scopeName), i18n.locale)}
          {' · '}
          {lastUsedAt ? (
            <Trans>
              last used <RelativeTime value={lastUsedAt} />
            </Trans>
          ) : (
            <Trans>never used</Trans>
          )}
          {state === 'active' && expiresAt && (
            <>
              {' · '}
              <Trans>
                expires <RelativeTime value={expiresAt} planned />
              </Trans>
            </>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {counts.join(' · ')}
        </Text>
      </div>
      {state === 'active' ? (
        <Button variant="default" size="xs" aria-label={t`Revoke the key ${name}`} onClick={onRevoke}>
          <Trans>Revoke</Trans>
        </Button>
      ) : (
        <Button variant="default" size="xs" disabled={busy} aria-label={t`Delete the key ${name}`} onClick={onRemove}>
          <Trans>Delete</Trans>
        </Button>
      )}
    </li>
  )
}
