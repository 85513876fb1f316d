import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../entity/form-dialog.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { AuthorPicker } from '../authors/author-picker.tsx'
import type { BulkAction } from './article-bulk-words.ts'

type Way = Extract<BulkAction, 'replaceAuthor' | 'setAuthors'>
type Props = {
  count: number
  onRun: (action: Way, values: readonly string[]) => void
  onClose: () => void
}

/** Gives many articles another author: instead of one of theirs, or instead of all. */
export function ArticleAuthorDialog({ count, onRun, onClose }: Props) {
  const { t } = useLingui()
  const [way, setWay] = useState<Way>('replaceAuthor')
  const [from, setFrom] = useState<readonly PickerOption[]>([])
  const [to, setTo] = useState<readonly PickerOption[]>([])
  const values = (way === 'replaceAuthor' ? [...from, ...to] : to).map(({ id }) => id)
  const same = way === 'replaceAuthor' && from.length > 0 && from[0]?.id === to[0]?.id
  const ready = to.length > 0 && (way === 'setAuthors' || from.length > 0) && !same
  return (
    <FormDialog
      title={<Plural value={count} one="Change the author of # article" other="Change the author of # articles" />}
      submitLabel={<Trans>Change author</Trans>}
      ready={ready}
      onSubmit={() => onRun(way, values)}
      onClose={onClose}
    >
      <Radio.Group
        label={t`What to change`}
        value={way}
        onChange={(value) => {
          setWay(value as Way)
          setTo([])
        }}
      >
        <Stack gap={6} mt={6}>
          <Radio value="replaceAuthor" label={t`Replace one author by another`} />
          <Radio value="setAuthors" label={t`Replace all authors`} />
        </Stack>
      </Radio.Group>
      {way === 'replaceAuthor' && (
        <AuthorPicker
          label={t`Author to replace`}
          canCreate={false}
          most={1}
          startsFocused
          value={from}
          onChange={setFrom}
        />
      )}
      <AuthorPicker
        key={way}
        label={way === 'replaceAuthor' ? t`Replace with` : t`Authors`}
        canCreate={false}
        most={way === 'replaceAuthor' ? 1 : 20}
        value={to}
        onChange={setTo}
      />
      {same && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          <Trans>Choose another author than the one to replace.</Trans>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        <Trans>On published articles readers see it when the changes are published.</Trans>
      </Text>
    </FormDialog>
  )
}
