import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconAd2, IconPencilPlus, IconPlus, IconUserQuestion } from '@tabler/icons-react'
import { scopeOf } from '#contract/permissions.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { hasJustJoined } from '../session/just-joined.ts'
import { useMe } from '../session/session-api.ts'
import { useWelcome } from './welcome-api.ts'
import classes from './welcome.module.css'
import { WelcomeAds } from './welcome-ads.tsx'
import { WelcomeFirst } from './welcome-first.tsx'
import { WelcomeSection } from './welcome-section.tsx'
import { WelcomeSetup } from './welcome-setup.tsx'

/** How many of each are shown where both new articles and changes wait for review. */
const BESIDE_CHANGES = 4

/** What needs me: the first look of the day. */
export function WelcomePage() {
  const { t } = useLingui()
  const me = useMe()
  const { data, error, refetch } = useWelcome()
  const problemText = useProblemText()
  const writes = me && scopeOf(me.role, 'articles.write') !== 'none'
  const reviews = me && scopeOf(me.role, 'articles.publish') !== 'none'
  // Ads are the work of those who write no articles.
  const sellsAds = me && !writes && scopeOf(me.role, 'ads.write') !== 'none' ? true : undefined
  const imports = me && scopeOf(me.role, 'import.run') !== 'none'
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
      {data?.ads && data.ads.toApprove > 0 && (
        <ScreenLink to={`${paths.ads}?submitted=true`} className={classes.notice}>
          <IconAd2 size={18} stroke={1.6} aria-hidden="true" />
          <Plural value={data.ads.toApprove} one="# ad waits for approval" other="# ads wait for approval" />
        </ScreenLink>
      )}
      {data && <WelcomeSetup steps={data.setup} />}
      {data && me && hasJustJoined(me.email) && <WelcomeFirst me={me} hasWritten={hasWritten} />}
      {!data && !error && <WelcomeSkeleton />}
      {data && (
        <div className={classes.columns}>
          <div className={classes.column}>
            {data.ads && (
              <>
                <WelcomeAds
                  title={t`Ads rejected`}
                  order={t`last rejected first`}
                  section={data.ads.returned}
                  more={`${paths.ads}?status=rejected`}
                  when="rejectedAt"
                />
                <WelcomeAds
                  title={t`Ads that end soon or are behind`}
                  order={t`first to end first`}
                  section={data.ads.watch}
                  more={`${paths.ads}?status=running&sort=endsAt`}
                  when="endsAt"
                  empty={
                    sellsAds && <Trans>No running ad ends within seven days, and none is behind its schedule.</Trans>
                  }
                />
                <WelcomeAds
                  title={t`Ads waiting for approval`}
                  order={t`longest waiting first`}
                  section={data.ads.waiting}
                  more={`${paths.ads}?submitted=true`}
                  when="submittedAt"
                  empty={sellsAds && <Trans>No ad of yours waits for approval.</Trans>}
                />
              </>
            )}
            {data.returned.total > 0 && (
              <WelcomeSection
                title={t`Returned to you`}
                order={t`last changed first`}
                section={data.returned}
                more={`${paths.articles}?status=draft&mine=true`}
                empty={null}
              />
            )}
            {writes && (
              <WelcomeSection
                title={t`Your drafts`}
                order={t`last changed first`}
                section={data.myDrafts}
                more={`${paths.articles}?status=draft&mine=true`}
                empty={<Trans>No drafts. What you start and have not published yet is listed here.</Trans>}
              />
            )}
            {writes && (
              <WelcomeSection
                title={reviews ? t`Waiting for review` : t`In review`}
                section={data.inReview}
                // Both kinds of reviews are in sight together.
                {...(data.changesInReview.total > 0 && { most: BESIDE_CHANGES })}
                more={`${paths.articles}?status=in_review&sort=submittedAt`}
                when="waitsSince"
                order={t`longest waiting first`}
                empty={
                  reviews ? <Trans>Nothing waits for review.</Trans> : <Trans>Nothing of yours is in review.</Trans>
                }
              />
            )}
            {data.changesInReview.total > 0 && (
              <WelcomeSection
                title={reviews ? t`Changes to review` : t`Changes in review`}
                section={data.changesInReview}
                {...(data.inReview.total > 0 && { most: BESIDE_CHANGES })}
                more={`${paths.articles}?changesSubmitted=true&sort=submittedAt`}
                when="waitsSince"
                order={t`longest waiting first`}
                empty={null}
              />
            )}
          </div>
          <div className={classes.column}>
            {writes && (
              <WelcomeSection
                title={t`Scheduled next`}
                section={data.scheduled}
                more={`${paths.articles}?status=scheduled&sort=publishAt`}
                when="publishAt"
                empty={reviews ? <Trans>Nothing is scheduled.</Trans> : <Trans>Nothing of yours is scheduled.</Trans>}
              />
            )}
            <WelcomeSection
              title={t`Changed lately`}
              section={data.recent}
              more={paths.articles}
              empty={
                imports ? (
                  <Trans>
                    No articles yet. Write the first one, or{' '}
                    <Anchor component={ScreenLink} to={paths.import} inherit underline="always">
                      import a WordPress site
                    </Anchor>
                    .
                  </Trans>
                ) : (
                  <Trans>No articles yet.</Trans>
                )
              }
            />
          </div>
        </div>
      )}
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
