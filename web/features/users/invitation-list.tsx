import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconLink, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invitation } from '#contract/users.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import type { RowAction } from '../../ui/data-table/column.ts'
import { RowActions } from '../../ui/data-table/row-actions.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { DayTime } from '../../ui/relative-time.tsx'
import { LinkDialog, type LinkTarget } from './link-dialog.tsx'
import { MailNotice } from './mail-notice.tsx'
import { useRoleName } from './role-names.ts'
import { useInvitationLink, useInvitations, useResendInvitation, useRevokeInvitation } from './user-api.ts'
import classes from './users.module.css'

/** Who was invited and has not come yet: send the link again, or revoke it. `q`: part of the address. */
export function InvitationList({ q }: { q: string }) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const problemText = useProblemText()
  const { data: page, error, refetch } = useInvitations()
  const data = page?.items
  const issue = useInvitationLink()
  const [linkFor, setLinkFor] = useState<LinkTarget>()
  const resend = useResendInvitation()
  const revoke = useRevokeInvitation()
  const [revoking, setRevoking] = useState<Invitation>()

  const linkLabel = ({ email }: Invitation) => t`Copy link for ${email}`
  const actionsOf = ({ id, email }: Invitation): RowAction[] => [
    {
      key: 'resend',
      label: page?.mailFolder ? t`Write the mail again` : t`Send again`,
      icon: <IconMailForward size={16} />,
      run: () =>
        resend.mutate(id, {
          onSuccess: ({ mailFolder }) =>
            notifyDone(
              mailFolder
                ? t`Invitation for ${email} written to a file; the link before does not work any more`
                : t`Invitation sent again to ${email}; the link before does not work any more`,
            ),
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
      <>
        <MailNotice folder={page?.mailFolder} />
        <EmptyState kind={q ? 'no-match' : 'nothing'} title={q ? t`No invitation matches` : t`No open invitations`}>
          <Trans>Whoever is invited is listed here until they have made their account.</Trans>
        </EmptyState>
      </>
    )
  return (
    <>
      <MailNotice folder={page?.mailFolder} />
      <Table.ScrollContainer minWidth={400}>
        <Table aria-label={t`Invitations`} verticalSpacing={6} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`E-mail address`}</Table.Th>
              <Table.Th visibleFrom="sm">{t`Role`}</Table.Th>
              <Table.Th visibleFrom="sm">{t`Invited by`}</Table.Th>
              <Table.Th>{t`State`}</Table.Th>
              <Table.Th>{t`Link expires`}</Table.Th>
              <Table.Th w={160}>
                <VisuallyHidden>
                  <Trans>Actions</Trans>
                </VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((invitation) => (
              <Table.Tr key={invitation.id}>
                <Table.Td fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {invitation.email}
                </Table.Td>
                <Table.Td visibleFrom="sm">{roleName(invitation.role)}</Table.Td>
                <Table.Td visibleFrom="sm">{invitation.invitedBy?.name ?? '–'}</Table.Td>
                <Table.Td>
                  <InvitationState of={invitation} />
                </Table.Td>
                <Table.Td>{invitation.state === 'ended' ? '–' : <DayTime value={invitation.expiresAt} />}</Table.Td>
                <Table.Td ta="right">
                  <Group gap={4} justify="flex-end" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconLink size={14} />}
                      aria-label={linkLabel(invitation)}
                      onClick={() => setLinkFor({ kind: 'invitation', ...invitation })}
                    >
                      <Trans>Copy link…</Trans>
                    </Button>
                    <RowActions name={invitation.email} actions={actionsOf(invitation)} />
                  </Group>
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
          <Trans>The link of the invitation stops working. You can invite this address again.</Trans>
        </Confirm>
      )}
      <LinkDialog target={linkFor} issue={issue.mutateAsync} onClose={() => setLinkFor(undefined)} />
    </>
  )
}

function InvitationState({ of: { state, invitedBy } }: { of: Invitation }) {
  const name = invitedBy?.name ?? '–'
  if (state === 'open') return <Trans context="of an invitation">Open</Trans>
  return (
    <Text span inherit c="var(--mantine-color-error)">
      {state === 'expired' ? <Trans>Expired</Trans> : <Trans>Ended: {name} may not invite any more</Trans>}
    </Text>
  )
}
