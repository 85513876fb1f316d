import { Fragment } from 'react'

type Props = {
  text: string
  /** From and to of each mark, in UTF-16 units, one after the other. */
  marks: readonly { from: number; to: number }[]
}

/** A text, parts of which are marked. */
export function Marked({ text, marks }: Props) {
  return (
    <>
      {marks.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(marks[at - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  )
}
