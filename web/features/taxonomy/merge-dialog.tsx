import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CloseButton, Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MERGE_MOST, type MergePreview } from '#contract/merge.ts'
import { TAG_SYNONYMS_MOST } from '#contract/tags.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import type { EntityPickerProps } from '../../entity/entity-picker.tsx'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { listed } from '../../ui/listed.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { ReadersSee } from './readers-see.tsx'

export type Mergeable = { id: string; name: string; uses?: number }

type Props = {
  title: string
  /** What was chosen; more can be added here, and any be left out. */
  items: readonly Mergeable[]
  /** The one whose form this was opened from: it is always among them. */
  own?: { id: string; unsaved: boolean } | undefined
  /** Picks more of them; what is already here is not offered. */
  picker: ComponentType<EntityPickerProps>
  preview: (target: string, from: string[], signal: AbortSignal) => Promise<MergePreview>
  /** What becomes of what is merged, besides its uses. */
  consequence: ReactNode
  /** The dialog is busy until it ends, and stays with the reason when it fails. */
  onMerge: (target: Mergeable, from: string[]) => Promise<void>
  onClose: () => void
}

/** Which one stays, what moves to it, and how much that is, before anything happens. */
export function MergeDialog({ title, items, own, picker: Picker, preview, consequence, onMerge, onClose }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [all, setAll] = useState(items)
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const target = all.find(({ id }) => id === chosen) ?? mostUsed(all)
  const from = all.filter(({ id }) => id !== target?.id).map(({ id }) => id)
  const counts = useQuery({
    queryKey: ['merge-preview', title, target?.id, from.join()],
    queryFn: ({ signal }) => preview(target?.id ?? '', from, signal),
    enabled: target !== undefined && from.length > 0 && from.length <= MERGE_MOST,
    staleTime: 0,
    gcTime: 0,
  })
  const usesOf = (item: Mergeable) => counts.data?.from.find(({ id }) => id === item.id)?.uses ?? item.uses
  /** The preview tells the uses only of those that are merged away: what it told stays with the one that is kept. */
  const change = (next: (now: Mergeable[]) => Mergeable[], keep = target?.id) => {
    setAll(next(all.map((item) => ({ ...item, uses: usesOf(item) }))))
    setChosen(keep)
  }
  const leaveOut = (id: string) => {
    const at = all.findIndex((item) => item.id === id)
    flushSync(() => change((now) => now.filter((item) => item.id !== id)))
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[Math.min(at, buttons.length - 1)] ?? list.current?.querySelector('input')
    next?.focus()
  }
  const ownName = all.find(({ id }) => id === own?.id)?.name ?? ''
  return (
    <FormDialog
      title={title}
      submitLabel={<Trans>Merge into “{target?.name}”</Trans>}
      ready={counts.data !== undefined && from.length > 0}
      failure={counts.error ? problemText(counts.error).sentence : undefined}
      onSubmit={() => target && onMerge(target, from)}
      onClose={onClose}
    >
      <Radio.Group label={t`Keep this one`} value={target?.id ?? ''} onChange={(id) => change((now) => now, id)}>
        <Stack gap={6} mt={6} mah={240} style={{ overflowY: 'auto' }} ref={list}>
          {all.map((item) => {
            const uses = usesOf(item)
            return (
              <Group key={item.id} gap={8} wrap="nowrap" align="flex-start" justify="space-between">
                <Radio
                  value={item.id}
                  label={item.name}
                  styles={{ label: { overflowWrap: 'anywhere' } }}
                  description={
                    uses === undefined ? undefined : (
                      <Plural value={uses} one="used by # article" other="used by # articles" />
                    )
                  }
                />
                {item.id !== own?.id && all.length > 1 && (
                  <CloseButton size="sm" aria-label={t`Leave out “${item.name}”`} onClick={() => leaveOut(item.id)} />
                )}
              </Group>
            )
          })}
        </Stack>
      </Radio.Group>
      {all.length < MERGE_MOST && (
        <Picker
          label={t`Also merge`}
          canCreate={false}
          value={[]}
          except={all.map(({ id }) => id)}
          onChange={([picked]) => picked && change((now) => [...now, { id: picked.id, name: picked.label }])}
        />
      )}
      <Text size="sm" component="div" aria-live="polite">
        {target === undefined || from.length === 0 ? (
          <Trans>Add at least one more to merge.</Trans>
        ) : counts.data ? (
          <>
            {(counts.data.articles > counts.data.had || counts.data.had === 0) && (
              <Plural
                value={counts.data.articles - counts.data.had}
                _0={`No article gets “${target.name}”.`}
                one={`# article gets “${target.name}”.`}
                other={`# articles get “${target.name}”.`}
              />
            )}
            <SentenceGap />
            {counts.data.had > 0 && (
              <Plural
                value={counts.data.had}
                one={`# article has “${target.name}” already and keeps it.`}
                other={`# articles have “${target.name}” already and keep it.`}
              />
            )}
            <SentenceGap />
            {counts.data.trashed > 0 && (
              <Plural
                value={counts.data.trashed}
                one="# more is in the trash and gets it, too."
                other="# more are in the trash and get it, too."
              />
            )}
            <SentenceGap />
            {counts.data.articles > 0 && (
              <ReadersSee articles={counts.data.articles} published={counts.data.published} />
            )}
            <SentenceGap />
            {consequence}
            <SentenceGap />
            {counts.data.unfit.length > 0 && <UnfitNames names={counts.data.unfit} />}
          </>
        ) : counts.error === null ? (
          <Skeleton height={20} />
        ) : null}
      </Text>
      {own?.unsaved && target !== undefined && target.id !== own.id && from.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t`What you typed about “${ownName}” is not saved and will be lost. Keep that one, or save first.`}
        </Text>
      )}
    </FormDialog>
  )
}

/** What the merge would lose: there is room for so many synonyms only. */
function UnfitNames({ names }: { names: readonly string[] }) {
  const { i18n } = useLingui()
  const shown = names.slice(0, 5).map((name) => `“${name}”`)
  const listedNames = listed(shown, i18n.locale)
  const more = names.length - shown.length
  return (
    <strong style={{ overflowWrap: 'anywhere' }}>
      {more === 0 ? (
        <Trans>
          There is no room for more than {TAG_SYNONYMS_MOST} synonyms: {listedNames} will not find it.
        </Trans>
      ) : (
        <Trans>
          There is no room for more than {TAG_SYNONYMS_MOST} synonyms: {listedNames} and{' '}
          <Plural value={more} one="# more name" other="# more names" /> will not find it.
        </Trans>
      )}
    </strong>
  )
}

/** The one that most articles carry changes the least. */
const mostUsed = (items: readonly Mergeable[]): Mergeable | undefined =>
  items.toSorted((one, other) => (other.uses ?? 0) - (one.uses ?? 0))[0]
