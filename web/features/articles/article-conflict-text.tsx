import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { isPlace, type Piece, piecesOf, type Place, type Side } from './article-body-places.ts'
import { ChoiceOfVersion } from './article-conflict-choice.tsx'
import classes from './article-conflict.module.css'
import { ComparedDocument, PlainDocument } from './compare/compared-document.tsx'

/** Characters of the text around a place that are shown beside it. */
const CONTEXT = 100

type Props = {
  who: string
  texts: { mine: string; theirs: string }
  places: readonly Place[]
  chosen: ReadonlyMap<string, Side>
  onChange: (chosen: ReadonlyMap<string, Side>) => void
}

/** The text in question: each place at which the versions differ by itself, with a choice of its own. */
export function ConflictText({ who, texts: { mine, theirs }, places, chosen, onChange }: Props) {
  const { t } = useLingui()
  const contexts = useMemo(() => contextsOf(piecesOf(mine, theirs)), [mine, theirs])
  const count = places.length
  const chooseAll = (side: Side) => onChange(new Map(places.map(({ id }) => [id, side])))
  return (
    <section aria-label={t`Text`} className={classes.text}>
      {count > 1 && (
        <div className={classes.head}>
          <Text fw={600}>
            <Trans>Text</Trans>
          </Text>
          <div className={classes.all}>
            <Button size="compact-sm" variant="default" onClick={() => chooseAll('mine')}>
              <Trans>All mine</Trans>
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => chooseAll('theirs')}>
              <Trans>All from {who}</Trans>
            </Button>
          </div>
        </div>
      )}
      {places.map((place, index) => {
        const n = index + 1
        const name = count > 1 ? t`Place ${n} of ${count}` : t`Text`
        const choice = chosen.get(place.id)
        const { before, after } = contexts[index] ?? { before: '', after: '' }
        return (
          <section key={place.id} {...(count > 1 && { 'aria-label': name, className: classes.place })}>
            <div className={classes.head}>
              <Text fw={600} size={count > 1 ? 'sm' : undefined}>
                {name}
              </Text>
              <ChoiceOfVersion
                label={t`Version to keep: ${name}`}
                who={who}
                value={choice}
                hasBoth={place.both !== place.mine && place.both !== place.theirs}
                onChange={(side) => onChange(new Map(chosen).set(place.id, side))}
              />
            </div>
            {before && <p className={classes.context}>{before}</p>}
            <ComparedDocument before={place.alone(place.mine)} after={place.alone(place.theirs)} />
            {after && <p className={classes.context}>{after}</p>}
            {choice === 'both' && (
              <div className={classes.preview} role="group" aria-label={t`What both give`}>
                <Text size="xs" c="dimmed">
                  <Trans>The text will have both here:</Trans>
                </Text>
                <PlainDocument html={place.alone(place.both)} />
              </div>
            )}
          </section>
        )
      })}
    </section>
  )
}

/** The nearest words that both have before and after each place, shortened; nothing for what is in a table, which is shown with its row. */
function contextsOf(pieces: readonly Piece[]) {
  return pieces.flatMap((piece, at) => {
    if (!isPlace(piece)) return []
    if (piece.alone('').startsWith('<table')) return [{ before: '', after: '' }]
    const neighbour = (step: 1 | -1) => {
      for (let i = at + step; i >= 0 && i < pieces.length; i += step) {
        const next = pieces[i]!
        const words = isPlace(next) ? undefined : wordsOf(next)
        if (words !== '') return words ?? ''
      }
      return ''
    }
    return [{ before: ending(neighbour(-1)), after: beginning(neighbour(1)) }]
  })
}

/** Blocks are apart; a link or a bold word is not from what is beside it. */
const BLOCK_TAG = /<(?=\/?(?:p|h\d|li|ul|ol|t[dhr]|table|blockquote|pre|figure|figcaption|div|br|hr)\b)/gi
const wordsOf = (html: string) =>
  (new DOMParser().parseFromString(html.replaceAll(BLOCK_TAG, ' <'), 'text/html').body.textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
const ending = (text: string) => (text.length > CONTEXT ? `…${text.slice(-CONTEXT)}` : text)
const beginning = (text: string) => (text.length > CONTEXT ? `${text.slice(0, CONTEXT)}…` : text)
