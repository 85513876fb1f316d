import { useLingui } from '@lingui/react/macro'
import { freshAddress } from '#contract/media.ts'
import { useMedia } from '../../media/media-api.ts'
import { type Version } from './comparison.ts'
import { useCompareSettings } from './compare-context.ts'
import { PictureFrame } from './compared-picture.tsx'
import type { FieldVersion } from './field-version.ts'
import classes from './compare.module.css'
import type { Picture } from './document.ts'
import { compareStrings } from './text-comparison.ts'

type Props = Record<Version, FieldVersion>

/** The cover: the pictures of both versions when another one was chosen, and its texts by word. */
export function ComparedCover({ before, after }: Props) {
  const { t } = useLingui()
  const [was, now] = [before.value.cover, after.value.cover]
  const [wasPicture, nowPicture] = [
    usePicture(was?.media ?? null, was?.alt ?? '', before),
    usePicture(now?.media ?? null, now?.alt ?? '', after),
  ]
  return (
    <PictureRow
      before={wasPicture}
      after={nowPicture}
      isReplaced={Boolean(was && now && was.media !== now.media)}
      lines={[
        { label: t`Alt text`, segments: compareStrings(was?.alt ?? '', now?.alt ?? '') },
        { label: t`Caption`, segments: compareStrings(was?.caption ?? '', now?.caption ?? '') },
        { label: t`Credit`, segments: compareStrings(was?.credit ?? '', now?.credit ?? '') },
      ]}
    />
  )
}

/** A picture without texts of its own. */
export function ComparedPictureChoice({ before, after }: Props) {
  const wasPicture = usePicture(before.value.socialImage, '', before)
  const nowPicture = usePicture(after.value.socialImage, '', after)
  return <PictureRow before={wasPicture} after={nowPicture} isReplaced={Boolean(wasPicture && nowPicture)} lines={[]} />
}

type RowProps = Omit<Parameters<typeof PictureFrame>[0], 'shown' | 'notes' | 'isSame'>

function PictureRow(props: RowProps) {
  const { t } = useLingui()
  const { layout, wording } = useCompareSettings()
  const { before, after, isReplaced } = props
  const words = before && after ? (isReplaced ? t`replaced` : t`changed`) : after ? wording.added : wording.removed
  const common = { ...props, isSame: false, notes: [] }
  const label = t`Picture · ${words}`
  return (
    <div className={classes.row} data-change tabIndex={-1} role="group" aria-label={label} data-change-kind="changed">
      <span className={classes.label}>{label}</span>
      {layout === 'together' ? (
        <PictureFrame {...common} shown="both" />
      ) : (
        <div className={classes.sides}>
          <div>{before && <PictureFrame {...common} shown="before" />}</div>
          <div>{after && <PictureFrame {...common} shown="after" />}</div>
        </div>
      )}
    </div>
  )
}

/** The file of a media id: from what came with the article, else asked for. */
function usePicture(id: string | null, alt: string, { media }: FieldVersion): Picture | null {
  const given = media.find((one) => one.id === id)
  const asked = useMedia(id && !given ? id : undefined)
  if (!id) return null
  const file = given ?? asked.data
  const src = file ? freshAddress(file.url, file.fileVersion) : ''
  return { src, alt, title: '', width: '', align: '', link: '' }
}
