import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { fieldLabels } from './article-field-labels.ts'
import { FieldSides } from './article-field-sides.tsx'
import { type FieldName, fieldsOf } from './article-fields.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { useRefNames } from './article-refs.ts'
import type { Conflict } from './article-session.ts'

/** Two people changed the same field: both versions side by side, and neither is lost whatever is chosen. */
export function ArticleConflictDialog() {
  const { conflict } = useWatched((state) => ({ conflict: state.conflict }))
  return conflict && <ConflictDialog conflict={conflict} />
}

function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { t } = useLingui()
  const { session, names } = useArticleForm()
  const { fields } = useWatched((state) => ({ fields: state.fields }))
  const theirNames = useRefNames(conflict.theirs)
  const [choice, setChoice] = useState<Partial<Record<FieldName, 'mine' | 'theirs'>>>({})
  const [busy, setBusy] = useState(false)
  const theirs = fieldsOf(conflict.theirs)
  const who = conflict.changedBy || t`Someone else`

  const finish = async () => {
    setBusy(true)
    await session.resolve(choice)
    setBusy(false)
  }

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="xl"
      title={t`${who} changed the same part of this article`}
    >
      <Stack gap="lg">
        <Text size="sm">
          <Trans>Choose which one to go on with. The other stays in the history of the article.</Trans>
        </Text>
        {conflict.fields.map((name) => (
          <section key={name} aria-label={t(fieldLabels[name])}>
            <Group justify="space-between" mb="xs">
              <Text fw={600}>{t(fieldLabels[name])}</Text>
              <SegmentedControl
                size="xs"
                aria-label={t`Version to keep: ${t(fieldLabels[name])}`}
                value={choice[name] ?? 'mine'}
                onChange={(value) => setChoice({ ...choice, [name]: value as 'mine' | 'theirs' })}
                data={[
                  { value: 'mine', label: t`Mine` },
                  { value: 'theirs', label: t`From ${who}` },
                ]}
              />
            </Group>
            <FieldSides
              name={name}
              sides={[
                { label: t`Mine`, value: fields, names },
                { label: t`From ${who}`, value: theirs, names: theirNames },
              ]}
            />
          </section>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => void finish()} loading={busy} data-autofocus>
            <Trans>Go on with these</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
