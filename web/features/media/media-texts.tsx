import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { MediaForm } from './media-form.ts'

/** Alt text, caption and credit of a picture in the library. */
export function MediaTexts({ form, readOnly }: { form: MediaForm; readOnly: boolean }) {
  const { t } = useLingui()
  const { values, set, fields, failure } = form
  return (
    <Stack gap="sm">
      <Textarea
        label={t`Alt text`}
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
        label={t`Caption`}
        maxLength={500}
        readOnly={readOnly}
        value={values.caption}
        error={fields['caption']}
        onChange={(event) => set({ caption: event.currentTarget.value })}
      />
      <TextInput
        label={t`Credit`}
        maxLength={200}
        readOnly={readOnly}
        value={values.credit}
        error={fields['credit']}
        onChange={(event) => set({ credit: event.currentTarget.value })}
      />
      {failure && Object.keys(fields).length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure.changedBy ? (
            <Trans>
              {failure.changedBy} changed these texts in the meantime. Yours are still here; save again to keep them.
            </Trans>
          ) : (
            failure.sentence
          )}{' '}
          {failure.requestId && !failure.changedBy && (
            <Trans>
              Request <code>{failure.requestId}</code>
            </Trans>
          )}
        </Text>
      )}
    </Stack>
  )
}
