import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconPencilPlus, IconPlus, IconUserQuestion } from '@tabler/icons-react'
import { scopeOf } from '#contract/permissions.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { hasJustJoined } from '../session/just-joined.ts'
import { useMe } from '../session/session-api.ts'
import { useWelcome } from './welcome-api.ts'
import classes from './welcome.module.css'
import { articlesWait, WelcomeColumns } from './welcome-columns.tsx'
import { WelcomeFirst } from './welcome-first.tsx'
import { WelcomeSetup } from './welcome-setup.tsx'

/** What needs me: the first look of the day. */
export function WelcomePage() {
  const { t } = useLingui()
  const me = useMe()
  const { data, error, refetch } = useWelcome()
  const problemText = useProblemText()
  const writes = me && scopeOf(me.role, 'articles.write') !== 'none'
  const reviews = me && scopeOf(me.role, 'articles.publish') !== 'none'
  // Ads are the work of those who write no articles.
  const sellsAds = me && !writes && scopeOf(me.role, 'ads.write') !== 'none'
  const name = me?.name
  // Who reviews sees everyone's there.
  const others = reviews ? [] : [data?.inReview, data?.scheduled]
  const hasWritten = [data?.myDrafts, data?.returned, ...others].some((section) => section && section.total > 0)

  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div style={{ minWidth: 0 }}>
          <Title order={1} className={classes.hello}>
            {name ? t`Hello, ${name}` : t`Hello`}
          </Title>
          <Text c="dimmed" size="sm">
            <Trans>What needs you, and what changed.</Trans>
          </Text>
        </div>
        {writes && (
          <Button
            component={ScreenLink}
            to={paths.articleAdd}
            leftSection={<IconPencilPlus size={16} />}
            style={{ flex: 'none' }}
          >
            <Trans>New article</Trans>
          </Button>
        )}
        {sellsAds && (
          <Button component={ScreenLink} to={paths.adAdd} leftSection={<IconPlus size={16} />} style={{ flex: 'none' }}>
            <Trans>New ad</Trans>
          </Button>
        )}
      </Group>
      {error && !data && (
        <EmptyState
          kind="failed"
          title={t`This could not be loaded`}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {problemText(error).sentence}
        </EmptyState>
      )}
      {data && data.pendingUsers > 0 && (
        <ScreenLink to={`${paths.users}?status=pending`} className={classes.notice}>
          <IconUserQuestion size={18} stroke={1.6} aria-hidden="true" />
          <Plural value={data.pendingUsers} one="# person waits for an account" other="# people wait for an account" />
        </ScreenLink>
      )}
      {data && me && !articlesWait(data, me) && <WelcomeSetup steps={data.setup} />}
      {data && me && hasJustJoined(me.email) && <WelcomeFirst me={me} hasWritten={hasWritten} />}
      {!(data && me) && !error && <WelcomeSkeleton />}
      {data && me && <WelcomeColumns me={me} data={data} />}
    </div>
  )
}

function WelcomeSkeleton() {
  return (
    <div className={`${classes.columns} ${classes.late}`} aria-busy="true">
      {[0, 1].map((column) => (
        <div key={column} className={classes.column}>
          <Skeleton h={160} />
          <Skeleton h={160} />
        </div>
      ))}
    </div>
  )
}
