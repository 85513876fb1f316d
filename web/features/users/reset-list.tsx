import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { LinkDialog, type LinkTarget } from './link-dialog.tsx'
import { MailNotice } from './mail-notice.tsx'
import { useOpenResets, useResetLink } from './user-api.ts'
import classes from './users.module.css'

/** Who asked for a new password and has not set it: a link can be handed over to them. `q`: part of name or address. */
export function ResetList({ q }: { q: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useOpenResets()
  const issue = useResetLink()
  const [linkFor, setLinkFor] = useState<LinkTarget>()
  if (error && !data)
    return <LoadFailed title={t`The password resets could not be loaded`} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} m="md" />
  const wanted = q.toLowerCase()
  const found = data.items.filter(({ email, user }) => `${user.name} ${email}`.toLowerCase().includes(wanted))
  return (
    <>
      <MailNotice folder={data.mailFolder} />
      {found.length === 0 ? (
        <EmptyState
          kind={q ? 'no-match' : 'nothing'}
          title={q ? t`No password reset matches` : t`No open password resets`}
        >
          <Trans>
            Whoever asks for a new password is listed here for 10 minutes, or until it is set. At any time a link can be
            made in the menu of an account: “Make a password link”.
          </Trans>
        </EmptyState>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label={t`Password resets`} verticalSpacing={6} className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t({ message: 'Name', context: 'of a person' })}</Table.Th>
                <Table.Th>{t`E-mail address`}</Table.Th>
                <Table.Th>{t`Asked`}</Table.Th>
                <Table.Th>{t`Link expires`}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>
                    <Trans>Actions</Trans>
                  </VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(({ id, user, email, createdAt, expiresAt }) => (
                <Table.Tr key={id}>
                  <Table.Td fw={500}>{user.name}</Table.Td>
                  <Table.Td>
                    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
                      {email}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <RelativeTime value={createdAt} />
                  </Table.Td>
                  <Table.Td>
                    <RelativeTime value={expiresAt} planned />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconLink size={14} />}
                      aria-label={t`Copy link for ${email}`}
                      onClick={() => setLinkFor({ kind: 'reset', id, email })}
                    >
                      <Trans>Copy link…</Trans>
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <LinkDialog target={linkFor} issue={issue.mutateAsync} onClose={() => setLinkFor(undefined)} />
    </>
  )
}
