import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Creative } from '#contract/ad-fields.ts'
import type { Ad } from '#contract/ads.ts'
import type { MediaRef } from '#contract/media.ts'
import { type PlacementRef, reservedSize } from '#contract/placements.ts'
import type { PickerOption } from '../../ui/picker-option.ts'
import { usePreview } from '../articles/article-api.ts'
import { PreviewFrame, PreviewWidthChoice, usePreviewWidth } from '../articles/article-preview-frame.tsx'
import { AdArticlePicker } from './ad-article-picker.tsx'
import { fitsPlacement, searchPublished, sizeOf } from './ad-references.ts'
import classes from './ads.module.css'

type Props = {
  ad: Ad | undefined
  creatives: readonly Creative[]
  /** What readers see at the ad. */
  label: string
  placements: readonly PlacementRef[]
  pictures: readonly Pick<MediaRef, 'id' | 'url' | 'width' | 'height'>[]
}

/** Each placement with the creatives that fit it, beside an article of the site, as wide as a desktop or a phone shows it. */
export function AdPreview({ ad, creatives, label, placements, pictures }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>()
  const [chosenCreative, setChosenCreative] = useState<number>()
  const [article, setArticle] = useState<PickerOption>()
  const [width, setWidth] = usePreviewWidth()
  const newest = useQuery({
    queryKey: ['articles', 'newest-published'],
    queryFn: async ({ signal }) => (await searchPublished('', signal))[0] ?? null,
  }).data
  const shown = article ?? newest ?? undefined
  const page = usePreview(shown?.id)
  const placement = placements.find(({ id }) => id === chosen) ?? placements[0]
  if (!placement)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Choose a placement to see the ad there.</Trans>
      </Text>
    )
  const fitting = creatives.flatMap((creative, at) => {
    const size = sizeOf(creative, pictures)
    return size !== undefined && fitsPlacement(size, placement) ? [at] : []
  })
  const at = chosenCreative !== undefined && fitting.includes(chosenCreative) ? chosenCreative : fitting[0]
  const creative = at === undefined ? undefined : creatives[at]
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end" className={classes.tools}>
        <Select
          label={t`Placement`}
          data={placements.map(({ id, name }) => ({ value: id, label: name }))}
          value={placement.id}
          onChange={(id) => setChosen(id ?? undefined)}
          allowDeselect={false}
        />
        {fitting.length > 1 && (
          <Select
            label={t`Creative`}
            data={fitting.map((position) => {
              const place = position + 1
              return { value: String(position), label: t`Creative ${place}` }
            })}
            value={String(at)}
            onChange={(position) => setChosenCreative(Number(position))}
            allowDeselect={false}
          />
        )}
        <AdArticlePicker value={shown} onChange={setArticle} />
        <PreviewWidthChoice width={width} onChange={setWidth} />
      </Group>
      <div className={classes.preview} data-width={width}>
        <div className={classes.page}>
          {page.data ? (
            <PreviewFrame html={page.data.html} width="desktop" />
          ) : (
            <Text size="sm" c="dimmed">
              {shown === undefined ? <Trans>No article is published yet.</Trans> : <Trans>Loading the article…</Trans>}
            </Text>
          )}
        </div>
        {creative && at !== undefined ? (
          <div
            className={classes.shown}
            data-kind={creative.kind}
            style={creative.kind === 'text' ? { inlineSize: reservedSize(placement.sizes).width } : undefined}
          >
            {label !== '' && <small className={classes.label}>{label}</small>}
            <ShownCreative creative={creative} saved={savedFrame(ad, at, creative)} pictures={pictures} />
          </div>
        ) : (
          <Text size="sm" c="dimmed" maw={240}>
            <Trans>No creative fits this placement.</Trans>
          </Text>
        )}
      </div>
    </Stack>
  )
}

/** The address of the sandboxed document, as long as it shows what is typed. */
function savedFrame(ad: Ad | undefined, at: number, creative: Creative): string | undefined {
  const saved = ad?.creatives[at]
  const isSame = saved?.kind === 'html' && creative.kind === 'html' && saved.html === creative.html
  return isSame ? (ad?.frames[at] ?? undefined) : undefined
}

type ShownProps = {
  creative: Creative
  saved: string | undefined
  pictures: Props['pictures']
}

function ShownCreative({ creative, saved, pictures }: ShownProps) {
  const { t } = useLingui()
  if (creative.kind === 'text')
    return (
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {creative.title}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {creative.text}
        </Text>
      </div>
    )
  if (creative.kind === 'image') {
    const picture = pictures.find(({ id }) => id === creative.media)
    return picture ? (
      <img className={classes.ad} src={picture.url} alt={creative.alt} width={picture.width} height={picture.height} />
    ) : null
  }
  // Without allow-same-origin: what an advertiser wrote has an origin of its own. Unsaved HTML runs no script.
  return (
    <iframe
      className={classes.ad}
      title={t`Preview of the ad`}
      sandbox={saved ? 'allow-scripts' : ''}
      {...(saved ? { src: saved } : { srcDoc: creative.html })}
      width={creative.width}
      height={creative.height}
    />
  )
}
