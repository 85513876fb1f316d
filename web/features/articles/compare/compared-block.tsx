import { Trans, useLingui } from '@lingui/react/macro'
import { useAlbum } from '../../albums/album-api.ts'
import type { ComparedAlbum, ComparedBlock as Compared, ComparedEmbed, ComparedText } from './comparison.ts'
import { type Shown, useCompareSettings } from './compare-context.ts'
import { ComparedPicture } from './compared-picture.tsx'
import { ComparedTable } from './compared-table.tsx'
import { ComparedWords } from './compared-words.tsx'
import classes from './compare.module.css'
import type { Embed } from './document.ts'
import { useFormatTexts } from './format-texts.ts'

type Props<Block = Compared> = { block: Block; shown: Shown }

/** A paragraph, picture, table or anything else an article is made of, with what changed in it. */
export function ComparedBlock({ block, shown }: Props) {
  switch (block.type) {
    case 'text':
      return <TextBlock block={block} shown={shown} />
    case 'picture':
      return <ComparedPicture block={block} shown={shown} />
    case 'table':
      return <ComparedTable block={block} shown={shown} />
    case 'embed':
      return <EmbedBlock block={block} shown={shown} />
    case 'album':
      return <AlbumBlock block={block} shown={shown} />
    case 'missing':
      return <MissingPicture name={block.name} />
    case 'rule':
      return <hr className={classes.rule} />
  }
}

function TextBlock({ block: { before, after, segments, number }, shown }: Props<ComparedText>) {
  const texts = useFormatTexts()
  const style = (shown === 'before' ? before : after) ?? before ?? after!
  const notes = before && after && shown !== 'before' ? texts.styles(before, after) : []
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <p
        className={classes.text}
        data-kind={style.kind}
        data-level={style.level}
        data-list={style.list || undefined}
        data-number={number}
        data-checked={style.checked ?? undefined}
        data-quote={style.inside.includes('quote') || undefined}
        data-align={style.align || undefined}
        style={style.list ? { marginInlineStart: `${(style.level - 1) * 20}px` } : undefined}
      >
        <ComparedWords segments={segments} shown={shown} />
      </p>
    </>
  )
}

function EmbedBlock({ block: { before, after, caption }, shown }: Props<ComparedEmbed>) {
  const { t } = useLingui()
  const { wording } = useCompareSettings()
  const isReplaced = before !== null && after !== null && before.src !== after.src
  const notes: string[] = []
  if (before && after && shown !== 'before') {
    if (before.width !== after.width) notes.push(t`Width: ${after.width || '–'}, before: ${before.width || '–'}`)
    if (before.poster !== after.poster) notes.push(t`Another poster picture`)
  }
  const one = shown === 'before' ? before : (after ?? before)
  return (
    <div className={classes.object}>
      {isReplaced && shown === 'both' ? (
        <>
          <EmbedAddress embed={before} word={wording.removed} />
          <EmbedAddress embed={after} word={wording.added} />
        </>
      ) : (
        one && <EmbedAddress embed={one} word="" />
      )}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {caption.length > 0 && (
        <p>
          <ComparedWords segments={caption} shown={shown} />
        </p>
      )}
    </div>
  )
}

function EmbedAddress({ embed: { tag, src, title }, word }: { embed: Embed; word: string }) {
  const { t } = useLingui()
  const name = { video: t`Video`, audio: t`Sound`, iframe: t`Embedded player` }[tag]
  return (
    <p>
      {name}
      {word && ` (${word})`}: <span className={classes.address}>{src}</span>
      {title && ` · ${title}`}
    </p>
  )
}

function AlbumBlock({ block: { before, after }, shown }: Props<ComparedAlbum>) {
  const { wording } = useCompareSettings()
  const isReplaced = before !== null && after !== null && before !== after
  return (
    <div className={classes.object}>
      {before !== null && shown !== 'after' && (isReplaced || after === null || shown === 'before') && (
        <AlbumName id={before} word={isReplaced ? wording.removed : ''} />
      )}
      {after !== null && shown !== 'before' && <AlbumName id={after} word={isReplaced ? wording.added : ''} />}
    </div>
  )
}

/** Only which one it is: its change is said above it. */
const MissingPicture = ({ name }: { name: string }) => (
  <p className={classes.object}>
    <Trans>A pasted picture that is missing: {name}</Trans>
  </p>
)

function AlbumName({ id, word }: { id: string; word: string }) {
  const { t } = useLingui()
  const { data } = useAlbum(id)
  const name = data?.title ?? id
  return (
    <p className={classes.album}>
      {data?.coverImage && <img className={classes.inlineThumb} src={data.coverImage.thumb} alt="" />}
      <span>
        {t`Album: ${name}`}
        {word && ` (${word})`}
      </span>
    </p>
  )
}
