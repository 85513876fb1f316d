import { useLingui } from '@lingui/react/macro'
import { hasChange, type ComparedPicture as Compared, type Segment } from './comparison.ts'
import { type Shown, useCompareSettings } from './compare-context.ts'
import { ComparedWords } from './compared-words.tsx'
import { PictureThumb } from './picture-thumb.tsx'
import classes from './compare.module.css'
import type { Picture } from './document.ts'
import { useFormatTexts } from './format-texts.ts'

/** A picture as a picture: a replaced one beside the new one, its texts compared by word. */
export function ComparedPicture({ block, shown }: { block: Compared; shown: Shown }) {
  const { t } = useLingui()
  const texts = useFormatTexts()
  const { before, after, isReplaced, change } = block
  const notes = before && after && shown !== 'before' ? texts.pictures(before, after) : []
  return (
    <PictureFrame
      {...{ before, after, isReplaced, shown, notes }}
      isSame={change === 'same'}
      lines={[
        { label: t`Alt text`, segments: block.alt, isQuiet: true },
        { label: t`Caption`, segments: block.caption },
      ]}
    />
  )
}

type Line = { label: string; segments: readonly Segment[]; isQuiet?: boolean }
type FrameProps = {
  before: Picture | null
  after: Picture | null
  isReplaced: boolean
  isSame: boolean
  shown: Shown
  notes: readonly string[]
  lines: readonly Line[]
}

/** The file, or both files when it was replaced, above its texts. */
export function PictureFrame({ before, after, isReplaced, isSame, shown, notes, lines }: FrameProps) {
  const { labels } = useCompareSettings()
  const both = isReplaced && shown === 'both'
  const one = shown === 'before' ? before : (after ?? before)
  return (
    <div className={classes.picture}>
      {both && before && after ? (
        <div className={classes.replaced}>
          <figure>
            <PictureThumb picture={before} isRemoved />
            <figcaption>{labels.before}</figcaption>
          </figure>
          <figure>
            <PictureThumb picture={after} />
            <figcaption>{labels.after}</figcaption>
          </figure>
        </div>
      ) : (
        one && <PictureThumb picture={one} isRemoved={after === null || (isReplaced && shown === 'before')} />
      )}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {lines.map(
        ({ label, segments, isQuiet }) =>
          segments.length > 0 &&
          // The alt text of an unchanged picture is said by the picture.
          !(isQuiet && (isSame || (!hasChange(segments) && before && after))) && (
            <p key={label} className={classes.pictureText}>
              <span className={classes.quiet}>{label}: </span>
              <ComparedWords segments={segments} shown={shown} />
            </p>
          ),
      )}
    </div>
  )
}
