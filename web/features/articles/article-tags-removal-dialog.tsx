import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { articleBulkEndpoints } from '#contract/article-bulk.ts'
import { call } from '../../api/call.ts'
import { EntityPicker } from '../../entity/entity-picker.tsx'
import { FormDialog } from '../../entity/form-dialog.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import { selectedOf } from './article-bulk-run.ts'
import { useArticleProblemText } from './article-words.ts'

type Props = {
  target: Parameters<typeof selectedOf>[0]
  count: number
  onRun: (values: readonly string[]) => void
  onClose: () => void
}

/** Tags to take off many articles: of those that at least one of them has, the most frequent first. */
export function ArticleTagsRemovalDialog({ target, count, onRun, onClose }: Props) {
  const { t } = useLingui()
  const problemText = useArticleProblemText()
  const [value, setValue] = useState<readonly PickerOption[]>([])
  const body = selectedOf(target)
  const { data, error } = useQuery({
    queryKey: ['articles', 'selected-tags', body],
    queryFn: ({ signal }) => call(articleBulkEndpoints.tags, { body }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const options = data?.items.map(({ id, name, articles }) => ({
    id,
    label: name,
    detail: t({ message: plural(articles, { one: '# article', other: '# articles' }) }),
    fullLabel: name,
  }))
  const search = async (text: string) =>
    options?.filter(({ label }) => label.toLocaleLowerCase().includes(text.toLocaleLowerCase())) ?? []
  return (
    <FormDialog
      title={<Plural value={count} one="Remove tags from # article" other="Remove tags from # articles" />}
      submitLabel={<Trans>Remove tags</Trans>}
      ready={value.length > 0}
      failure={error ? problemText(error).sentence : undefined}
      onSubmit={() => onRun(value.map(({ id }) => id))}
      onClose={onClose}
    >
      {options?.length === 0 ? (
        <Text size="sm">
          <Trans>None of the selected articles has a tag.</Trans>
        </Text>
      ) : options ? (
        <EntityPicker
          label={t`Tags`}
          placeholder={t`Find a tag`}
          noneText={t`None of them has such a tag.`}
          canCreate={false}
          most={20}
          search={search}
          value={value}
          onChange={setValue}
          startsFocused
        />
      ) : (
        !error && <Skeleton height={60} />
      )}
    </FormDialog>
  )
}
