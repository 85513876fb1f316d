import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { User } from '#contract/users.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { SessionRow } from '../session/profile-sessions.tsx'
import { useEndUserSessions, useUserSessions } from './user-api.ts'
import classes from './users.module.css'

type Props = { user: User; onClose: () => void }

/** Where a person is signed in, with ways to end one session or all. */
export function UserSessionsDialog({ user: { id, name }, onClose }: Props) {
  const { t } = useLingui()
  const { data, error } = useUserSessions(id)
  const end = useEndUserSessions()
  const others = data?.filter(({ current }) => !current) ?? []
  const endOf = (session?: string) =>
    end.mutate(
      { id, session },
      { onSuccess: () => notifyDone(session ? t`Session ended` : t`${name} is signed out everywhere`) },
    )
  return (
    <Modal opened onClose={onClose} title={t`Sessions of ${name}`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        <FormProblem error={error} />
        {!data && !error && <Skeleton h={96} />}
        {data?.length === 0 && (
          <Text size="sm" c="dimmed">
            <Trans>{name} is not signed in anywhere.</Trans>
          </Text>
        )}
        {data && data.length > 0 && (
          <ul className={classes.list}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} busy={end.isPending} onEnd={() => endOf(session.id)} />
            ))}
          </ul>
        )}
        <FormProblem error={end.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
          {others.length > 0 && (
            <Button color="red.9" loading={end.isPending} onClick={() => endOf()}>
              {others.length === data?.length ? <Trans>End all sessions</Trans> : <Trans>End all other sessions</Trans>}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
