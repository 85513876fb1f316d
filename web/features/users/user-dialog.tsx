import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '#contract/permissions.ts'
import type { BylineChoice, User } from '#contract/users.ts'
import { useBylineChoice } from './byline-choice.tsx'
import { RoleField } from './role-field.tsx'
import { UserStatus } from './user-status.tsx'

type UserEdit = { role?: Role; status?: User['status']; byline?: BylineChoice }

type Props = {
  /** The account that is open, if one is. */
  user: User | undefined
  /** Why its role cannot be changed, if it cannot. */
  lock: string | undefined
  onClose: () => void
  onChange: (user: User, to: UserEdit) => void
}

/** One account: its role can be changed here. */
export function UserDialog({ user, lock, onClose, onChange }: Props) {
  const { t } = useLingui()
  return (
    <Modal
      opened={user !== undefined}
      onClose={onClose}
      title={user?.name}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {user && (
        <UserForm
          key={user.id}
          user={user}
          lock={lock}
          onCancel={onClose}
          onSave={(change) => {
            if (Object.keys(change).length > 0) onChange(user, change)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

type FormProps = { user: User; lock: string | undefined; onSave: (change: UserEdit) => void; onCancel: () => void }

function UserForm({ user, lock, onSave, onCancel }: FormProps) {
  const [role, setRole] = useState(user.role)
  const { name } = user
  const isPending = user.status === 'pending'
  const { value: byline, field } = useBylineChoice({ name, email: user.email, role, byline: user.byline })
  // Someone who works here already and has no byline is not given one by the way.
  const [asked, setAsked] = useState(isPending)
  const choosesByline = asked || role !== user.role || user.byline !== null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave({
          ...(role !== user.role && { role }),
          ...(isPending && { status: 'active' as const }),
          ...(choosesByline && byline && { byline }),
        })
      }}
    >
      <Stack gap="md">
        <Group justify="space-between">
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Text>
          <UserStatus status={user.status} />
        </Group>
        <RoleField value={role} onChange={setRole} disabled={lock !== undefined} />
        {lock && <Text size="sm">{lock}</Text>}
        {role !== user.role && (
          <Text size="sm" role="status">
            <Trans>
              {name} has to sign in again with the new role. What is not saved by then stays in their browser.
            </Trans>
          </Text>
        )}
        {choosesByline
          ? field
          : field && (
              <Group>
                <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
                  <Trans>Give this person a byline</Trans>
                </Button>
              </Group>
            )}
        {!isPending && role !== user.role && (
          <Text size="sm" c="dimmed">
            <Trans>Changing the role signs this person out everywhere, so that it takes effect at once.</Trans>
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={!isPending && role === user.role && !(choosesByline && byline)}>
            {isPending ? (
              <Trans>Approve</Trans>
            ) : role === user.role && choosesByline && byline ? (
              <Trans>Save the byline</Trans>
            ) : (
              <Trans>Change the role</Trans>
            )}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
