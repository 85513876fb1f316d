import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconAd2 } from '@tabler/icons-react'
import type { Reply } from '#contract/endpoint.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Me } from '#contract/session.ts'
import type { welcomeEndpoints } from '#contract/welcome.ts'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import classes from './welcome.module.css'
import { WelcomeAds } from './welcome-ads.tsx'
import { WelcomeSection } from './welcome-section.tsx'
import { WelcomeSetup } from './welcome-setup.tsx'

type Welcome = Reply<typeof welcomeEndpoints.view>
type Props = { data: Welcome; me: Pick<Me, 'role'> }

const writesArticles = ({ role }: Props['me']) => scopeOf(role, 'articles.write') !== 'none'
const reviewsArticles = ({ role }: Props['me']) => scopeOf(role, 'articles.publish') !== 'none'

/** How many of each are shown where both new articles and changes wait for review. */
const BESIDE_CHANGES = 4

/** Whether articles wait for this person: what can be done on any day comes after them. */
export const articlesWait = ({ inReview, changesInReview, returned }: Welcome, { role }: Pick<Me, 'role'>): boolean =>
  reviewsArticles({ role }) && inReview.total + changesInReview.total + returned.total > 0

/**
 * The lists in the order in which the person acts on them, the first column before the second on a phone. Who reviews begins with what
 * others wait for; who only writes, with what came back.
 */
export function WelcomeColumns({ data, me }: Props) {
  const reviews = reviewsArticles(me)
  const given = { data, me }
  return (
    <div className={classes.columns}>
      {reviews ? (
        <>
          <div className={classes.column}>
            <Reviews {...given} />
            <Returned {...given} />
            <Scheduled {...given} />
          </div>
          <div className={classes.column}>
            <AdsToApprove {...given} />
            {articlesWait(data, me) && <WelcomeSetup steps={data.setup} />}
            <Drafts {...given} />
            <Ads {...given} />
            <Recent {...given} />
          </div>
        </>
      ) : (
        <>
          <div className={classes.column}>
            <Ads {...given} />
            <Returned {...given} />
            <Drafts {...given} />
            <Reviews {...given} />
          </div>
          <div className={classes.column}>
            <Scheduled {...given} />
            <Recent {...given} />
          </div>
        </>
      )}
    </div>
  )
}

function Reviews({ data, me }: Props) {
  const { t } = useLingui()
  const reviews = reviewsArticles(me)
  return (
    <>
      {writesArticles(me) && (
        <WelcomeSection
          title={reviews ? t`Waiting for review` : t`In review`}
          section={data.inReview}
          // Both kinds of reviews are in sight together.
          {...(data.changesInReview.total > 0 && { most: BESIDE_CHANGES })}
          more={`${paths.articles}?status=in_review&sort=submittedAt`}
          when="waitsSince"
          order={t`longest waiting first`}
          empty={reviews ? <Trans>Nothing waits for review.</Trans> : <Trans>Nothing of yours is in review.</Trans>}
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
    </>
  )
}

function Returned({ data: { returned } }: Props) {
  const { t } = useLingui()
  if (returned.total === 0) return null
  return (
    <WelcomeSection
      title={t`Returned to you`}
      order={t`last changed first`}
      section={returned}
      more={`${paths.articles}?status=draft&mine=true`}
      empty={null}
    />
  )
}

function Drafts({ data, me }: Props) {
  const { t } = useLingui()
  if (!writesArticles(me)) return null
  return (
    <WelcomeSection
      title={t`Your drafts`}
      order={t`last changed first`}
      section={data.myDrafts}
      more={`${paths.articles}?status=draft&mine=true`}
      empty={<Trans>No drafts. What you start and have not published yet is listed here.</Trans>}
    />
  )
}

function Scheduled({ data, me }: Props) {
  const { t } = useLingui()
  if (!writesArticles(me)) return null
  const reviews = reviewsArticles(me)
  return (
    <WelcomeSection
      title={t`Scheduled next`}
      section={data.scheduled}
      more={`${paths.articles}?status=scheduled&sort=publishAt`}
      when="publishAt"
      empty={reviews ? <Trans>Nothing is scheduled.</Trans> : <Trans>Nothing of yours is scheduled.</Trans>}
    />
  )
}

function AdsToApprove({ data: { ads } }: Props) {
  if (!ads || ads.toApprove === 0) return null
  return (
    <ScreenLink to={`${paths.ads}?submitted=true`} className={classes.notice}>
      <IconAd2 size={18} stroke={1.6} aria-hidden="true" />
      <Plural value={ads.toApprove} one="# ad waits for approval" other="# ads wait for approval" />
    </ScreenLink>
  )
}

function Ads({ data: { ads }, me }: Props) {
  const { t } = useLingui()
  if (!ads) return null
  // Ads are the work of those who write no articles.
  const sellsAds = !writesArticles(me) && scopeOf(me.role, 'ads.write') !== 'none'
  return (
    <>
      <WelcomeAds
        title={t`Ads rejected`}
        order={t`last rejected first`}
        section={ads.returned}
        more={`${paths.ads}?status=rejected`}
        when="rejectedAt"
      />
      <WelcomeAds
        title={t`Ads that end soon or are behind`}
        order={t`first to end first`}
        section={ads.watch}
        more={`${paths.ads}?attention=true&sort=endsAt`}
        when="endsAt"
        empty={
          sellsAds ? <Trans>No running ad ends within seven days, and none is behind its schedule.</Trans> : undefined
        }
      />
      <WelcomeAds
        title={t`Ads waiting for approval`}
        order={t`longest waiting first`}
        section={ads.waiting}
        more={`${paths.ads}?submitted=true`}
        when="submittedAt"
        empty={sellsAds ? <Trans>No ad of yours waits for approval.</Trans> : undefined}
      />
    </>
  )
}

function Recent({ data, me }: Props) {
  const { t } = useLingui()
  const imports = scopeOf(me.role, 'import.run') !== 'none'
  return (
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
  )
}
