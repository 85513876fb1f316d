import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { HotItem } from '#contract/hot.ts'
import { FormDialog } from '../../entity/form-dialog.tsx'

const HOUR = 3_600_000
const spans = { hours: 4 * HOUR, day: 24 * HOUR, week: 168 * HOUR, always: null } as const
type Span = keyof typeof spans

type Props = {
  item: HotItem
  action: 'pin' | 'bury'
  /** `until` as ISO 8601; null: until it is ended. */
  onChoose: (until: string | null) => Promise<void>
  onClose: () => void
}

/** For how long an article is pinned or buried. */
export function HotChoiceDialog({ item, action, onChoose, onClose }: Props) {
  const { t } = useLingui()
  const [span, setSpan] = useState<Span>('day')
  const choose = () => {
    const length = spans[span]
    return onChoose(length === null ? null : new Date(Date.now() + length).toISOString())
  }
  const title = action === 'pin' ? t`Pin “${item.title}”` : t`Bury “${item.title}”`
  return (
    <FormDialog
      title={title}
      size="sm"
      submitLabel={action === 'pin' ? <Trans>Pin</Trans> : <Trans>Bury</Trans>}
      onSubmit={choose}
      onClose={onClose}
    >
      <Text size="sm">
        {action === 'pin' ? (
          <Trans>It is above all others here and in what your site shows as hot, whatever its score.</Trans>
        ) : (
          <Trans>Your site does not show it as hot, whatever its score. The article itself stays as it is.</Trans>
        )}
      </Text>
      <Radio.Group label={t`For how long`} value={span} onChange={(next) => setSpan(next as Span)}>
        <Stack gap="xs" mt={6}>
          <Radio value="hours" label={t`4 hours`} data-autofocus />
          <Radio value="day" label={t`A day`} />
          <Radio value="week" label={t`A week`} />
          <Radio value="always" label={t`Until someone ends it`} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
