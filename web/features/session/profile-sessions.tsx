import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { SessionInfo } from '#contract/session.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { browserOf } from './browser-name.ts'
import { FormProblem } from './form-problem.tsx'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useEndSession, useSessions } from './session-api.ts'

export function SessionsSection() {
  const { t } = useLingui()
  const { data, error } = useSessions()
  const problemText = useProblemText()
  const end = useEndSession()
  const others = data?.filter(({ current }) => !current) ?? []
  const endOne = (id?: string) =>
    end.mutate(id, {
      onSuccess: () => notifyDone(id ? t`Session ended` : t`Your other sessions have ended`),
      onError: (failure) => {
        const { sentence, requestId } = problemText(failure)
        notifyFailure(sentence, requestId)
      },
    })

  return (
    <ProfileSection
      title={<Trans>Sessions</Trans>}
      description={<Trans>Where you are signed in. End any that you do not know, and change your password.</Trans>}
    >
      <FormProblem error={error} />
      {!data && !error && <Skeleton h={96} />}
      {data && (
        <ul className={classes.sessions}>
          {data
            .toSorted((a, b) => Number(b.current) - Number(a.current))
            .map((session) => (
              <SessionRow key={session.id} session={session} busy={end.isPending} onEnd={() => endOne(session.id)} />
            ))}
        </ul>
      )}
      {others.length > 1 && (
        <Group>
          <Button variant="default" loading={end.isPending} onClick={() => endOne()}>
            <Trans>End all other sessions</Trans>
          </Button>
        </Group>
      )}
    </ProfileSection>
  )
}

/** One session, with a button that ends it unless it is the one that is used. */
export function SessionRow({ session, busy, onEnd }: { session: SessionInfo; busy: boolean; onEnd: () => void }) {
  const { t } = useLingui()
  const { userAgent, ip, current, lastSeenAt } = session
  const device = browserOf(userAgent)
  const Icon = /Mobi|Android|iPhone/.test(userAgent) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Icon size={22} stroke={1.4} aria-hidden="true" style={{ flex: 'none' }} />
      <div style={{ minWidth: 0, flex: 1 }}>
        <Group gap="xs">
          <Text fw={500}>{device ?? t`Unknown browser`}</Text>
          {current && (
            <Badge variant="light" size="sm">
              <Trans>This one</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {ip} · <Trans>active</Trans> <RelativeTime value={lastSeenAt} />
        </Text>
      </div>
      {!current && (
        <Button
          variant="default"
          size="xs"
          disabled={busy}
          aria-label={t`End the session of ${device ?? t`Unknown browser`}, ${ip}`}
          onClick={onEnd}
        >
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  )
}
