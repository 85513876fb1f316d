import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { RoleField } from './role-field.tsx'
import { UserStatus } from './user-status.tsx'

type Props = {
  /** The account that is open, if one is. */
  user: User | undefined
  /** Why its role cannot be changed, if it cannot. */
  lock: string | undefined
  onClose: () => void
  onChange: (user: User, to: { role: Role }) => void
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
          onSave={(role) => {
            if (role !== user.role) onChange(user, { role })
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

type FormProps = { user: User; lock: string | undefined; onSave: (role: Role) => void; onCancel: () => void }

function UserForm({ user, lock, onSave, onCancel }: FormProps) {
  const [role, setRole] = useState(user.role)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave(role)
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
          <Text size="sm" c="dimmed">
            <Trans>Changing the role signs this person out everywhere, so that it takes effect at once.</Trans>
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={role === user.role || lock !== undefined}>
            <Trans>Change the role</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
