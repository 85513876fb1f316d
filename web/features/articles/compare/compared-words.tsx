import { VisuallyHidden } from '@mantine/core'
import { Fragment } from 'react'
import { isIn, type Segment } from './comparison.ts'
import { type Shown, useCompareSettings } from './compare-context.ts'
import { PictureThumb } from './picture-thumb.tsx'
import classes from './compare.module.css'
import { markName } from './document.ts'
import { useFormatTexts } from './format-texts.ts'

type Props = { segments: readonly Segment[]; shown: Shown }

/** A text with what was removed and added; said in words, too, for people who do not see it. */
export function ComparedWords({ segments, shown }: Props) {
  return segments
    .filter(({ change }) => shown === 'both' || isIn(shown, change))
    .map((segment, index) => (
      // A comparison never changes, so the position of a part is its key.
      <Fragment key={index}>
        <Part segment={segment} shown={shown} />
      </Fragment>
    ))
}

function Part({ segment, shown }: { segment: Segment; shown: Shown }) {
  const { wording } = useCompareSettings()
  const texts = useFormatTexts()
  const { change, marks, was, picture, pictureWas, number } = segment
  const text = number === undefined ? segment.text : String(number)
  const isOld = shown === 'before' && was !== undefined
  const content = picture ? (
    <PictureThumb picture={isOld && pictureWas ? pictureWas : picture} isInline />
  ) : (
    <Formatted text={text} marks={isOld ? was : marks} />
  )
  if (change === 'removed')
    return (
      <del className={classes.removed}>
        <VisuallyHidden>{wording.removed}: </VisuallyHidden>
        {content}
      </del>
    )
  if (change === 'added')
    return (
      <ins className={classes.added}>
        <VisuallyHidden>{wording.added}: </VisuallyHidden>
        {content}
      </ins>
    )
  if (!was && !pictureWas) return content
  const notes = [
    ...(was ? [texts.marks(was, marks)] : []),
    ...(picture && pictureWas ? texts.pictures(pictureWas, picture) : []),
  ]
  return (
    <>
      <span className={classes.formatted}>{content}</span>
      {shown !== 'before' && notes.length > 0 && <span className={classes.formatNote}> [{notes.join('; ')}]</span>}
      {shown !== 'before' && picture && pictureWas && pictureWas.alt !== picture.alt && (
        <span className={classes.formatNote}>
          {' '}
          [<del className={classes.removed}>{pictureWas.alt}</del> <ins className={classes.added}>{picture.alt}</ins>
          ]{' '}
        </span>
      )}
    </>
  )
}

/** Formatting by class, never by the element or the address of the article: nothing of its markup is used. */
function Formatted({ text, marks }: { text: string; marks: readonly string[] }) {
  if (marks.length === 0) return text
  return <span data-marks={marks.map(markName).join(' ')}>{text}</span>
}
