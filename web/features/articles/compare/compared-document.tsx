import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Text } from '@mantine/core'
import { Fragment, memo, startTransition, useEffect, useMemo, useState } from 'react'
import { isIn, type ComparedBlock as Compared } from './comparison.ts'
import { useCompareSettings } from './compare-context.ts'
import { ComparedBlock } from './compared-block.tsx'
import classes from './compare.module.css'
import { foldedBlocks } from './folded-blocks.ts'
import { useComparison } from './use-comparison.ts'

/** Stretches of blocks that are rendered at once. */
const PER_STEP = 40

type Props = { before: string; after: string }

/** Two versions of an article body as one text, or side by side, with everything that changed. */
export function ComparedDocument({ before, after }: Props) {
  const { comparison, hasFailed, retry } = useComparison(before, after)
  if (hasFailed)
    return (
      <div role="alert">
        <Text size="sm" mb="xs">
          <Trans>These texts could not be compared in this browser. They may be too long.</Trans>
        </Text>
        <Button size="compact-sm" variant="default" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  if (!comparison) return <Skeleton height={240} />
  return (
    <div className={classes.document}>
      {comparison.isCoarse && (
        <p className={classes.note}>
          <Trans>
            These texts are very long or very different, so some parts are shown as removed and added as a whole instead
            of word by word.
          </Trans>
        </p>
      )}
      {comparison.onlyMarkup && (
        <p className={classes.note}>
          <Trans>Both versions read the same. Only their HTML differs.</Trans>
        </p>
      )}
      <Blocks blocks={comparison.blocks} />
    </div>
  )
}

/** A text as it is, without a mark. */
export function PlainDocument({ html }: { html: string }) {
  const { comparison } = useComparison(html, html)
  if (!comparison) return <Skeleton height={28} />
  return (
    <div className={classes.document}>
      {comparison.blocks.map((block, index) => (
        <div key={index} className={classes.row}>
          <ComparedBlock block={block} shown="after" />
        </div>
      ))}
    </div>
  )
}

/** Long stretches without a change are folded; each opens by itself. */
function Blocks({ blocks }: { blocks: readonly Compared[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const folds = useMemo(() => foldedBlocks(blocks), [blocks])
  const shown = useGrowingCount(folds.length)
  return folds.slice(0, shown).map(({ start, blocks: part, isFolded }) =>
    isFolded && !opened.has(start) ? (
      <Button
        key={start}
        className={classes.fold}
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => setOpened(new Set([...opened, start]))}
      >
        <Plural value={part.length} one="Show # unchanged passage" other="Show # unchanged passages" />
      </Button>
    ) : (
      <Fragment key={start}>
        {part.map((block, index) => (
          <Row key={start + index} block={block} />
        ))}
      </Fragment>
    ),
  )
}

/** How many may be rendered now: more with each step, between which the browser can answer to keys and clicks. */
function useGrowingCount(total: number): number {
  const [shown, setShown] = useState(PER_STEP)
  const isComplete = shown >= total
  useEffect(() => {
    if (isComplete) return
    const timeout = setTimeout(() => startTransition(() => setShown(shown + PER_STEP)))
    return () => clearTimeout(timeout)
  }, [isComplete, shown])
  return shown
}

const Row = memo(function Row({ block }: { block: Compared }) {
  const { layout } = useCompareSettings()
  const label = useChangeLabel()(block)
  const isChange = block.change !== 'same'
  // Its marked words say it all.
  const isPlainText = block.type === 'text' && block.change === 'changed'
  // Rows of a table are changes of their own, where there is one table to show them in.
  const isStop = isChange && !(block.type === 'table' && block.change === 'changed' && layout === 'together')
  return (
    <div
      className={classes.row}
      data-change-kind={block.change}
      data-change={isStop || undefined}
      {...(isStop && { tabIndex: -1, role: 'group', 'aria-label': label })}
    >
      {label && !isPlainText && <span className={classes.label}>{label}</span>}
      {layout === 'together' ? (
        <ComparedBlock block={block} shown="both" />
      ) : (
        <div className={classes.sides}>
          <div>{isIn('before', block.change) && <ComparedBlock block={block} shown="before" />}</div>
          <div>{isIn('after', block.change) && <ComparedBlock block={block} shown="after" />}</div>
        </div>
      )}
    </div>
  )
})

/** What became of a block, in two words. */
function useChangeLabel(): (block: Compared) => string | undefined {
  const { t } = useLingui()
  const { wording } = useCompareSettings()
  return ({ type, change, ...block }) => {
    if (change === 'same') return undefined
    const names = {
      text: t`Text`,
      picture: t({ message: 'Picture', context: 'in a text' }),
      table: t`Table`,
      embed: t`Player`,
      album: t`Album`,
      missing: t`Missing picture`,
      rule: t`Divider`,
    }
    const name = names[type]
    if (block.moved) return change === 'removed' ? t`${name} · moved away from here` : t`${name} · moved here`
    if (change === 'removed') return t`${name} · ${wording.removed}`
    if (change === 'added') return t`${name} · ${wording.added}`
    const isReplaced = type === 'album' || ('isReplaced' in block && block.isReplaced)
    return isReplaced ? t`${name} · replaced` : t`${name} · changed`
  }
}
