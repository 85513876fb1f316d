import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { type UseMutationResult, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { DeletePreview, DeleteReply } from '#contract/merge.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { ask } from '../../entity/entity-api.ts'
import { useOfferUndo } from '../../entity/undo.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useNamesChanged } from './names-changed.ts'

export type DeletionApi = {
  /** How many articles a deletion of these is about; asks nothing for none. */
  usePreview: (ids: readonly string[]) => UseQueryResult<DeletePreview>
  useRemove: () => UseMutationResult<DeleteReply, Error, string[]>
}

/** What a deletion of names asks for: the same addresses and replies for each kind. `key`: what is known of it begins with this. */
export const deletionApi = (
  key: string,
  endpoints: { deletePreview: Endpoint; removeMany: Endpoint },
): DeletionApi => ({
  usePreview: (ids) =>
    useQuery({
      queryKey: [key, 'delete-preview', ids],
      queryFn: ({ signal }) => ask<DeletePreview>(endpoints.deletePreview, { query: { ids: ids.join() } }, signal),
      enabled: ids.length > 0,
      staleTime: 0,
      gcTime: 0,
    }),
  useRemove: () =>
    useMutation({
      mutationFn: (ids: string[]) => ask<DeleteReply>(endpoints.removeMany, { body: { ids } }),
      onSettled: useNamesChanged(),
    }),
})

type Used = { id: string; uses: number }
type Given<Name> = {
  api: DeletionApi
  /** “Harbour”, or 3 tags. */
  textOf: (names: readonly Name[]) => string
  onDone?: (() => void) | undefined
}

/**
 * Deletes names: at once, with undo, when nothing uses them; otherwise after saying how many articles lose them.
 * Returns what starts it and the dialog, to be shown somewhere.
 */
export function useNameDeletion<Name extends Used>({ api, textOf, onDone }: Given<Name>) {
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
      {data.published > 0 && (
        <Plural
          value={data.published}
          one="Readers see the change in # of them at once."
          other="Readers see the change in # of them at once."
        />
      )}
      <SentenceGap />
      <Trans>You can undo this for 30 days.</Trans>
    </>
  )
}
