import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { Competition } from '#contract/ad-insight.ts'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { type PageQuery, useAdsOnPage } from './ad-api.ts'
import classes from './ads.module.css'

type Props = {
  title: string
  query: PageQuery
  /** The ad whose screen this is: it is not a link. */
  own?: string
  /** No ad is booked in the placement: there is none to open. */
  isFree?: boolean
}

/** Which ads a page would show, in one placement or in all that are active, and with which share. */
export function AdCompetition({ title, query, own, isFree = false }: Props) {
  const { data, isError } = useAdsOnPage(query)
  return (
    <Stack gap="sm">
      <Title order={2} size={16}>
        {title}
      </Title>
      {isError ? (
        <Text size="sm" role="alert">
          <Trans>The ads of this page could not be loaded.</Trans>
        </Text>
      ) : (
        data && (
          <Shares title={title} items={data.items} isOne={query.placement !== undefined} own={own} isFree={isFree} />
        )
      )}
    </Stack>
  )
}

type SharesProps = {
  title: string
  items: Competition['items']
  isOne: boolean
  own: string | undefined
  isFree: boolean
}

function Shares({ title, items, isOne, own, isFree }: SharesProps) {
  const { i18n } = useLingui()
  const rows = items.flatMap(({ placement, ads }) => ads.map((ad) => ({ ...ad, placement })))
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {isFree ? (
          <Trans>
            No ad is booked here yet.{' '}
            <Anchor component={ScreenLink} to={paths.adAdd} inherit underline="always">
              Create an ad
            </Anchor>
          </Trans>
        ) : isOne ? (
          <Trans>No ad may be shown here. Open an ad to see which rule stops it.</Trans>
        ) : (
          <Trans>No ad may be shown on this page.</Trans>
        )}
      </Text>
    )
  return (
    <table className={classes.figures} aria-label={title}>
      <thead>
        <tr>
          {!isOne && (
            <th scope="col">
              <Trans>Placement</Trans>
            </th>
          )}
          <th scope="col" className={classes.text}>
            <Trans>Ad</Trans>
          </th>
          <th scope="col">
            <Trans>Share</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, advertiser, share, placement }) => (
          <tr key={`${placement.id} ${id}`}>
            {!isOne && <td>{placement.name}</td>}
            <td className={classes.text}>
              {id === own ? (
                <Text span size="sm" fw={600}>
                  {name}
                </Text>
              ) : (
                <Anchor component={ScreenLink} to={paths.ad(id)} size="sm">
                  {name}
                </Anchor>
              )}
              {advertiser !== '' && (
                <Text span size="xs" c="dimmed">
                  {' · '}
                  {advertiser}
                </Text>
              )}
            </td>
            <td>{i18n.number(share, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
