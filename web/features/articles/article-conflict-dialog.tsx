import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldLabels } from './article-field-labels.ts'
import { type FieldName, fieldsOf } from './article-fields.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { useRefNames } from './article-refs.ts'
import type { Conflict, Side } from './article-session-state.ts'
import { CompareFrame } from './compare/compare-frame.tsx'
import { ComparedField } from './compare/compared-field.tsx'

/** Two people changed the same field: both versions side by side, and neither is lost whatever is chosen. */
export function ArticleConflictDialog() {
  const { conflict } = useWatched((state) => ({ conflict: state.conflict }))
  return conflict?.isAsked && <ConflictDialog conflict={conflict} />
}

/** Says that there is a question, above the text and without taking the cursor out of it. */
export function ArticleConflictBanner() {
  const { t } = useLingui()
  const { session } = useArticleForm()
  const { conflict } = useWatched((state) => ({ conflict: state.conflict }))
  if (!conflict) return null
  const who = conflict.changedBy || t`Someone else`
  return (
    <Alert
      icon={<IconUsers size={18} />}
      color="yellow"
      title={t`${who} changed the same part of this article`}
      role="status"
    >
      <Text size="sm">
        <Trans>What you write is kept in this browser. It is saved once you have chosen which one to go on with.</Trans>
      </Text>
      <Button size="xs" mt="xs" onClick={() => session.askConflict(true)}>
        <Trans>Compare and choose</Trans>
      </Button>
    </Alert>
  )
}

function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { t } = useLingui()
  const { session, names } = useArticleForm()
  const { fields } = useWatched((state) => ({ fields: state.fields }))
  const theirNames = useRefNames(conflict.theirs)
  const [choice, setChoice] = useState<Partial<Record<FieldName, Side>>>({})
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
      onClose={() => session.askConflict(false)}
      closeButtonProps={{ 'aria-label': t`Close` }}
      closeOnClickOutside={false}
      size={1080}
      // A long title scrolls away, so that nothing has to stick below it.
      styles={{ header: { position: 'static' }, body: { '--compare-top': '0px' } }}
      title={t`${who} changed the same part of this article`}
    >
      <Stack gap="lg">
        {/* Not a button: a key that was meant for the text must not answer. */}
        <Text size="sm" tabIndex={-1} data-autofocus>
          <Trans>Choose which one to go on with. The other stays in the history of the article.</Trans>
        </Text>
        <CompareFrame
          labels={{ before: t`Mine`, after: t`From ${who}` }}
          wording={{ removed: t`only in mine`, added: t`only in the version of ${who}` }}
        >
          {conflict.fields.map((name) => (
            <section key={name} aria-label={t(fieldLabels[name])}>
              <Group justify="space-between" mb="xs">
                <Text fw={600}>{t(fieldLabels[name])}</Text>
                <SegmentedControl
                  size="xs"
                  aria-label={t`Version to keep: ${t(fieldLabels[name])}`}
                  value={choice[name] ?? ''}
                  onChange={(value) => setChoice({ ...choice, [name]: value as Side })}
                  data={[
                    { value: 'mine', label: t`Mine` },
                    { value: 'theirs', label: t`From ${who}` },
                    ...(name === 'body' ? [{ value: 'both', label: t`Both, mine first` }] : []),
                  ]}
                />
              </Group>
              <ComparedField
                name={name}
                versions={{
                  before: { value: fields, names, media: conflict.theirs.refs.media },
                  after: { value: theirs, names: theirNames, media: conflict.theirs.refs.media },
                }}
              />
            </section>
          ))}
        </CompareFrame>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => session.askConflict(false)}>
            <Trans>Later</Trans>
          </Button>
          <Button onClick={() => void finish()} loading={busy} disabled={conflict.fields.some((name) => !choice[name])}>
            <Trans>Go on with these</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
