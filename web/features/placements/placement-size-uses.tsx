import { useLingui } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { type AdSize, sizeName, type SizeUses } from '#contract/placements.ts'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'

/** For each removed size the ads that need it, with the way to them. */
export function PlacementSizeUses({ ads }: { ads: SizeUses['ads'] }) {
  const { t } = useLingui()
  const sizes = new Map<string, AdSize>(ads.flatMap((ad) => ad.sizes.map((size) => [sizeName(size), size] as const)))
  return (
    <ul aria-label={t`Ads that need a removed size`} style={{ margin: 0, paddingInlineStart: 20 }}>
      {[...sizes.keys()].map((size) => (
        <Text key={size} component="li" size="sm">
          {size}:{' '}
          {ads
            .filter((ad) => ad.sizes.some((one) => sizeName(one) === size))
            .map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <Anchor component={ScreenLink} size="sm" to={paths.ad(id)}>
                  {name}
                </Anchor>
              </span>
            ))}
        </Text>
      ))}
    </ul>
  )
}
