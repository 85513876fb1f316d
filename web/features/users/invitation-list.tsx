import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Table, Text } from '@mantine/core'
import { IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invitation } from '#contract/users.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { RowActions } from '../../ui/data-table/row-actions.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useRoleName } from './role-names.ts'
import { useInvitations, useResendInvitation, useRevokeInvitation } from './user-api.ts'

/** Who was invited and has not come yet: send the link again, or take it back. `q`: part of the address. */
export function InvitationList({ q }: { q: string }) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const problemText = useProblemText()
  const { data, dataUpdatedAt, error, refetch } = useInvitations()
  const resend = useResendInvitation()
  const revoke = useRevokeInvitation()
  const [revoking, setRevoking] = useState<Invitation>()

  const actionsOf = ({ id, email }: Invitation): RowAction[] => [
    {
      key: 'resend',
      label: t`Send again`,
      icon: <IconMailForward size={16} />,
      run: () =>
        resend.mutate(id, {
          onSuccess: () => notifyDone(t`Invitation sent again to ${email}; the link before does not work any more`),
          onError: (failure) => {
            const { sentence, requestId } = problemText(failure)
            notifyFailure(sentence, requestId)
          },
        }),
    },
    {
      key: 'revoke',
      label: t`Revoke`,
      icon: <IconMailOff size={16} />,
      danger: true,
      divided: true,
      run: () => setRevoking(data?.find((one) => one.id === id)),
    },
  ]

  if (error && !data)
    return (
      <EmptyState
        kind="failed"
        title={t`The invitations could not be loaded`}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {problemText(error).sentence}
      </EmptyState>
    )
  if (!data) return <Skeleton height={120} m="md" />
  const found = data.filter(({ email }) => email.toLowerCase().includes(q.toLowerCase()))
  if (found.length === 0)
    return (
      <EmptyState kind={q ? 'no-match' : 'nothing'} title={q ? t`No invitation matches` : t`No open invitations`}>
        <Trans>Whoever is invited stands here until they have made their account.</Trans>
      </EmptyState>
    )
  return (
    <>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label={t`Invitations`} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`E-mail address`}</Table.Th>
              <Table.Th>{t`Role`}</Table.Th>
              <Table.Th>{t`Invited by`}</Table.Th>
              <Table.Th>{t`Link expires`}</Table.Th>
              <Table.Th aria-label={t`Actions`} w={52} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((invitation) => (
              <Table.Tr key={invitation.id}>
                <Table.Td fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {invitation.email}
                </Table.Td>
                <Table.Td>{roleName(invitation.role)}</Table.Td>
                <Table.Td>{invitation.invitedBy?.name ?? '–'}</Table.Td>
                <Table.Td>
                  <Expiry at={invitation.expiresAt} now={dataUpdatedAt} />
                </Table.Td>
                <Table.Td>
                  <RowActions name={invitation.email} actions={actionsOf(invitation)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {revoking && (
        <Confirm
          opened
          danger
          title={t`Revoke the invitation to ${revoking.email}?`}
          confirmLabel={t`Revoke`}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            try {
              await revoke.mutateAsync(revoking.id)
              notifyDone(t`Revoked the invitation to ${revoking.email}`)
              return undefined
            } catch (failure) {
              return problemText(failure).sentence
            }
          }}
        >
          <Trans>The link in the mail stops working. You can invite this address again.</Trans>
        </Confirm>
      )}
    </>
  )
}

function Expiry({ at, now }: { at: string; now: number }) {
  if (new Date(at).getTime() > now) return <RelativeTime value={at} planned />
  return (
    <Text span inherit c="var(--mantine-color-error)">
      <Trans>Expired</Trans>
    </Text>
  )
}
