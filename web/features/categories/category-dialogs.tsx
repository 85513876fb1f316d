import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'
import type { Request } from '#contract/endpoint.ts'
import type { categoryEndpoints } from '#contract/categories.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { useProblemText } from '../../api/problem-text.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { CategoryPicker } from './category-picker.tsx'
import { useMergePreview, useRemovePreview } from './category-tree-api.ts'
import { listFormat } from '../../ui/formats.ts'

function OnePicker({
  label,
  item,
  value,
  onChange,
}: {
  label: string
  /** Is not among the choices. */
  item: CategoryTreeItem
  value: PickerOption | undefined
  onChange: (value: PickerOption | undefined) => void
}) {
  return (
    <CategoryPicker
      label={label}
      canCreate={false}
      most={1}
      except={[item.id]}
      value={value ? [value] : []}
      onChange={([next]) => onChange(next)}
    />
  )
}

/** What will happen is being found out, or could not be. */
function PreviewState({ preview: { error, refetch } }: { preview: { error: unknown; refetch: () => unknown } }) {
  const problemText = useProblemText()
  if (!error) return <Skeleton height={40} />
  const { sentence, fields, requestId } = problemText(error)
  const [refusal] = Object.values(fields)
  // A rule of the tree answers the same however often it is asked.
  if (refusal)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {refusal}
      </Text>
    )
  return (
    <Text size="sm" component="div" c="var(--mantine-color-error)" role="alert">
      {sentence} {requestId && <code>{requestId}</code>}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </Text>
  )
}

type Base = { item: CategoryTreeItem; onClose: () => void }

/** Puts a category below another one, however far away. */
export function MoveDialog({ item, onClose, onMove }: Base & { onMove: (parent: string | null) => Promise<unknown> }) {
  const { t } = useLingui()
  const [where, setWhere] = useState('below')
  const [target, setTarget] = useState<PickerOption>()
  return (
    <FormDialog
      title={t`Move “${item.name}”`}
      submitLabel={t`Move`}
      ready={where === 'top' || target !== undefined}
      onClose={onClose}
      onSubmit={async () => void (await onMove(where === 'top' ? null : (target?.id ?? null)))}
    >
      <Radio.Group value={where} onChange={setWhere} label={t`Where to`}>
        <Stack gap="xs" mt={6}>
          <Radio value="below" label={t`Below another category`} />
          {where === 'below' && <OnePicker item={item} label={t`Category`} value={target} onChange={setTarget} />}
          <Radio value="top" label={t`To the top level`} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}

/** Merges a category into another, and says first what that means. */
export function MergeDialog({ item, onClose, onMerge }: Base & { onMerge: (into: PickerOption) => Promise<unknown> }) {
  const { t, i18n } = useLingui()
  const [target, setTarget] = useState<PickerOption>()
  const preview = useMergePreview(target?.id, item.id)
  const found = preview.data
  return (
    <FormDialog
      title={t`Merge “${item.name}” into another`}
      submitLabel={t`Merge`}
      ready={target !== undefined && found !== undefined}
      onClose={onClose}
      onSubmit={async () => void (target && (await onMerge(target)))}
    >
      <OnePicker item={item} label={t`Into`} value={target} onChange={setTarget} />
      {target && !found && <PreviewState preview={preview} />}
      {target && found && (
        <Text size="sm" component="div">
          {t({
            message: plural(found.articles, {
              0: 'No article changes.',
              one: '# article changes its category.',
              other: '# articles change their category.',
            }),
          })}
          <SentenceGap />
          {found.published > 0 &&
            t({
              message: plural(found.published, {
                one: 'Readers see # of them there at once.',
                other: 'Readers see # of them there at once.',
              }),
            })}
          <SentenceGap />
          {found.moved > 0 &&
            t({
              message: plural(found.moved, {
                one: '# subcategory comes along.',
                other: '# subcategories come along.',
              }),
            })}
          <SentenceGap />
          {found.melted.length > 0 && (
            <Trans>
              Merged with their namesakes: {listFormat(i18n.locale).format(found.melted.map((name) => `“${name}”`))}.
            </Trans>
          )}
          <SentenceGap />
          <Trans>The old address leads to “{target.label}”.</Trans>
        </Text>
      )}
    </FormDialog>
  )
}

type Choices = Request<typeof categoryEndpoints.remove>['body']

/** Deletes a category; says what is below and in it, and asks where that goes. */
export function RemoveDialog({ item, onClose, onRemove }: Base & { onRemove: (choices: Choices) => Promise<unknown> }) {
  const { t } = useLingui()
  const preview = useRemovePreview(item.id)
  const { data } = preview
  const [children, setChildren] = useState('up')
  const [below, setBelow] = useState<PickerOption>()
  const [articles, setArticles] = useState('to')
  const [replacement, setReplacement] = useState<PickerOption>()
  const { name } = item
  const childrenReady = !data?.children || children === 'up' || below !== undefined
  const trashed = data?.trashed ?? 0
  const articlesReady = !data?.articles || articles === 'none' || replacement !== undefined
  const choices: Choices = {
    ...(data?.children && { children: children === 'up' ? ('up' as const) : { into: below?.id ?? '' } }),
    ...(data?.articles && { articles: articles === 'none' ? ('none' as const) : { to: replacement?.id ?? '' } }),
  }
  return (
    <FormDialog
      danger
      title={t`Delete “${name}”`}
      submitLabel={t`Delete`}
      ready={data !== undefined && childrenReady && articlesReady}
      onClose={onClose}
      onSubmit={async () => void (await onRemove(choices))}
    >
      {!data && <PreviewState preview={preview} />}
      {data && data.children === 0 && data.articles === 0 && (
        <Text size="sm">
          <Trans>Nothing is in this category. You can undo the deletion for 30 days.</Trans>
        </Text>
      )}
      {data && data.children > 0 && (
        <Radio.Group
          value={children}
          onChange={setChildren}
          label={t({
            message: plural(data.children, {
              one: 'It has # subcategory, which goes',
              other: 'It has # subcategories, which go',
            }),
          })}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="up" label={t`up, into its place`} />
            <Radio value="into" label={t`below another category`} />
            {children === 'into' && <OnePicker item={item} label={t`Category`} value={below} onChange={setBelow} />}
          </Stack>
        </Radio.Group>
      )}
      {data && data.articles > 0 && (
        <Radio.Group
          value={articles}
          onChange={setArticles}
          label={t({
            message: plural(data.articles, {
              one: 'It has # article, which goes',
              other: 'It has # articles, which go',
            }),
          })}
          description={trashed > 0 && t`In the trash, and not counted in the list: ${trashed}`}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="to" label={t`to another category`} />
            {articles === 'to' && (
              <OnePicker
                item={item}
                label={t`Category for the articles`}
                value={replacement}
                onChange={setReplacement}
              />
            )}
            <Radio
              value="none"
              disabled={data.alone > 0}
              label={t`nowhere: they keep their other categories only`}
              description={
                data.alone > 0
                  ? t({
                      message: plural(data.alone, {
                        one: '# public or scheduled article has no other category and needs one.',
                        other: '# public or scheduled articles have no other category and need one.',
                      }),
                    })
                  : undefined
              }
            />
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}
