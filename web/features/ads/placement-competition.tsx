import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adInsightEndpoints } from '#contract/ad-insight.ts'
import { type Device, DEVICES } from '#contract/events.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { AdArticlePicker } from './ad-article-picker.tsx'
import { deviceNames } from './ad-words.ts'
import classes from './ads.module.css'

/** Which ads a page would show in this placement now, and with which share. */
export function PlacementCompetition({ placement }: { placement: string }) {
  const { t, i18n } = useLingui()
  const [article, setArticle] = useState<PickerOption>()
  const [device, setDevice] = useState<Device>('desktop')
  const query = { placement, device, ...(article && { article: article.id }) }
  const { data, isError } = useQuery({
    queryKey: ['ads', 'insight', 'on-page', query],
    queryFn: ({ signal }) => call(adInsightEndpoints.onPage, { query }, { signal }),
    staleTime: 0,
  })
  const ads = data?.items.flatMap((item) => item.ads)
  return (
    <Stack gap="sm">
      <Title order={2} size={16}>
        <Trans>Ads here now</Trans>
      </Title>
      <AdArticlePicker value={article} onChange={setArticle} />
      <NativeSelect
        label={t`Device`}
        value={device}
        onChange={(event) => setDevice(event.currentTarget.value as Device)}
        data={DEVICES.map((name) => ({ value: name, label: t(deviceNames[name]) }))}
      />
      {isError ? (
        <Text size="sm" role="alert">
          <Trans>The ads of this page could not be loaded.</Trans>
        </Text>
      ) : ads?.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No ad may be shown here now. Open an ad to see which rule stops it.</Trans>
        </Text>
      ) : (
        ads && (
          <table className={classes.figures} aria-label={t`Ads here now`}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Ad</Trans>
                </th>
                <th scope="col">
                  <Trans>Share</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {ads.map(({ id, name, share }) => (
                <tr key={id}>
                  <td>
                    <Anchor component={ScreenLink} to={paths.ad(id)} size="sm">
                      {name}
                    </Anchor>
                  </td>
                  <td>{i18n.number(share, { style: 'percent', maximumFractionDigits: 1 })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      )}
    </Stack>
  )
}
