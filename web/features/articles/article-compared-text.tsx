import classes from './article-edit.module.css'
import type { ComparedParagraph } from './article-compare.ts'

type Props = { label: string; paragraphs: readonly ComparedParagraph[] }

/** A text with the marked paragraphs that another one does not have. */
export function ComparedText({ label, paragraphs }: Props) {
  return (
    // A long text scrolls; the keyboard must be able to as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.compared} role="region" aria-label={label} tabIndex={0}>
      {paragraphs.map(({ text, isOnlyHere }, index) =>
        // The same text may occur twice, so its position is its key.
        isOnlyHere ? (
          <p key={index}>
            <mark>{text}</mark>
          </p>
        ) : (
          <p key={index}>{text}</p>
        ),
      )}
    </div>
  )
}
