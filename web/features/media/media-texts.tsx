import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { FieldConflict } from '../taxonomy/field-conflict.tsx'
import type { MediaForm, MediaValues } from './media-form.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'

/** Alt text, caption and credit of a picture in the library. */
export function MediaTexts({ form, readOnly }: { form: MediaForm; readOnly: boolean }) {
  const { t } = useLingui()
  const { values, set, fields, failure, conflicts, settle } = form
  const labels = { alt: t`Alt text`, caption: t`Caption`, credit: t`Credit`, focalPoint: t`Focal point` }
  return (
    <Stack gap="sm">
      {(Object.keys(conflicts) as (keyof MediaValues)[]).map((name) => (
        <FieldConflict
          key={name}
          label={labels[name]}
          theirs={<Shown value={conflicts[name]} />}
          mine={<Shown value={values[name]} />}
          onResolve={(keepMine) => settle(name, keepMine)}
        />
      ))}
      <Textarea
        label={labels.alt}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={300}
        readOnly={readOnly}
        value={values.alt}
        error={fields['alt']}
        description={
          values.alt.trim() === '' && !readOnly ? (
            <Trans>Missing. Say what the picture shows, for people who cannot see it.</Trans>
          ) : undefined
        }
        onChange={(event) => set({ alt: event.currentTarget.value.replace(/[\r\n]+/g, ' ') })}
      />
      <TextInput
        label={labels.caption}
        maxLength={500}
        readOnly={readOnly}
        value={values.caption}
        error={fields['caption']}
        onChange={(event) => set({ caption: event.currentTarget.value })}
      />
      <TextInput
        label={labels.credit}
        maxLength={200}
        readOnly={readOnly}
        value={values.credit}
        error={fields['credit']}
        onChange={(event) => set({ credit: event.currentTarget.value })}
      />
      {failure && Object.keys(fields).length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure.sentence}
          <SentenceGap />
          {failure.requestId && (
            <Trans>
              Request <code>{failure.requestId}</code>
            </Trans>
          )}
        </Text>
      )}
    </Stack>
  )
}

function Shown({ value }: { value: MediaValues[keyof MediaValues] | undefined }) {
  const { i18n } = useLingui()
  if (!value) return value === '' ? <Trans>(empty)</Trans> : <Trans>the centre</Trans>
  if (typeof value === 'string') return value
  const share = (part: number) => i18n.number(part, { style: 'percent' })
  return `${share(value.x)} × ${share(value.y)}`
}
