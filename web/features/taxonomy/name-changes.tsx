import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { useProblemText } from '../../api/problem-text.tsx'
import type { EntityPickerProps } from '../../entity/entity-picker.tsx'
import { useOfferUndo } from '../../entity/undo.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { type Mergeable, MergeDialog } from './merge-dialog.tsx'
import { type DeletionApi, type MergeApi, useNamesChanged } from './name-api.ts'
import { ReadersSee } from './readers-see.tsx'

/** Where a merge is started from, and what comes after it. */
export type MergeFrom<Name> = {
  /** The one whose form it is. */
  own?: { id: string; unsaved: boolean } | undefined
  /** Called with the one that stayed, as it is now. */
  onDone: (kept: Name) => void
}

type MergeGiven<Name> = MergeFrom<Name> & {
  title: string
  asMergeable: (name: Name) => Mergeable
  picker: ComponentType<EntityPickerProps>
  api: MergeApi<Name>
  /** What becomes of what is merged, besides its uses. */
  consequence: ReactNode
}

/** Makes several names one. Returns what starts it and the dialog, to be shown somewhere. */
export function useNameMerge<Name>({ title, asMergeable, picker, api, consequence, own, onDone }: MergeGiven<Name>) {
  const { t, i18n } = useLingui()
  const merge = api.useMerge()
  const offerUndo = useOfferUndo(useNamesChanged())
  const [items, setItems] = useState<readonly Mergeable[]>()
  const close = () => setItems(undefined)
  return {
    start: setItems,
    dialog: items && (
      <MergeDialog
        title={title}
        items={items}
        own={own}
        picker={picker}
        preview={api.preview}
        consequence={consequence}
        onClose={close}
        onMerge={async (target, from) => {
          const { entity, moved, had, trashed, undo } = await merge.mutateAsync({ target: target.id, from })
          const { name } = asMergeable(entity)
          const counts = listed(
            [
              plural(moved - had, { one: '# article got it', other: '# articles got it' }),
              had > 0 && plural(had, { one: '# had it already', other: '# had it already' }),
              trashed > 0 && plural(trashed, { one: '# more in the trash', other: '# more in the trash' }),
            ].filter((count) => count !== false),
            i18n.locale,
          )
          offerUndo(t`Merged into “${name}”: ${counts}`, undo)
          close()
          onDone(entity)
        }}
      />
    ),
  }
}

type Used = { id: string; uses: number }
type DeletionGiven<Name> = {
  api: DeletionApi
  /** “Harbour”, or 3 tags. */
  textOf: (names: readonly Name[]) => string
  onDone?: (() => void) | undefined
}

/**
 * Deletes names: at once, with undo, when nothing uses them; otherwise after saying how many articles lose them.
 * Returns what starts it and the dialog, to be shown somewhere.
 */
export function useNameDeletion<Name extends Used>({ api, textOf, onDone }: DeletionGiven<Name>) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<readonly Name[]>([])
  const remove = api.useRemove()
  const offerUndo = useOfferUndo(useNamesChanged())
  const problemText = useProblemText()
  const name = textOf(asked)
  const preview = api.usePreview(asked.map(({ id }) => id))

  const run = async (names: readonly Name[]): Promise<string | undefined> => {
    try {
      const { undo } = await remove.mutateAsync(names.map(({ id }) => id))
      const done = textOf(names)
      offerUndo(t`Deleted ${done}`, undo)
      onDone?.()
      return undefined
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      if (names.every(({ uses }) => uses === 0)) notifyFailure(sentence, requestId)
      return sentence
    }
  }
  const start = (names: readonly Name[]) => {
    if (names.some(({ uses }) => uses > 0)) setAsked(names)
    else void run(names)
  }
  const dialog = (
    <Confirm
      opened={asked.length > 0}
      title={t`Delete ${name}?`}
      confirmLabel={t`Delete`}
      danger
      ready={preview.data !== undefined}
      onConfirm={() => run(asked)}
      onClose={useCallback(() => setAsked([]), [])}
    >
      <DeletionCounts count={asked.length} preview={preview} />
    </Confirm>
  )
  return { start, dialog }
}

/** How many articles lose names: one that carries two of them counts once. */
function DeletionCounts({ count, preview }: { count: number; preview: ReturnType<DeletionApi['usePreview']> }) {
  const problemText = useProblemText()
  const { data, error } = preview
  if (error)
    return (
      <span role="alert">
        {problemText(error).sentence}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void preview.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </span>
    )
  if (!data) return <Skeleton height={20} />
  return (
    <>
      {count > 1 ? (
        <Plural value={data.articles} one="They are taken off # article." other="They are taken off # articles." />
      ) : (
        <Plural value={data.articles} one="It is taken off # article." other="It is taken off # articles." />
      )}
      <SentenceGap />
      {data.published > 0 && <ReadersSee articles={data.articles} published={data.published} />}
      <SentenceGap />
      <Trans>You can undo this for 30 days.</Trans>
    </>
  )
}
