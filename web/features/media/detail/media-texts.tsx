import { Trans } from '@lingui/react/macro'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { MediaForm } from './media-form.ts'
import { SentenceGap } from '../../../ui/sentence-gap.tsx'

/** Alt text, caption and credit of a picture in the library. */
export function MediaTexts({ form, readOnly }: { form: MediaForm; readOnly: boolean }) {
  const { shown, values, set, fields, failure } = form
  return (
    <Stack gap="sm">
      <Textarea
        id={shown.alt.id}
        label={shown.alt.label}
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
        id={shown.caption.id}
        label={shown.caption.label}
        maxLength={500}
        readOnly={readOnly}
        value={values.caption}
        error={fields['caption']}
        onChange={(event) => set({ caption: event.currentTarget.value })}
      />
      <TextInput
        id={shown.credit.id}
        label={shown.credit.label}
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
