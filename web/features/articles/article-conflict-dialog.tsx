import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { isPlace, piecesOf, type Side } from './article-body-places.ts'
import { ChoiceOfVersion } from './article-conflict-choice.tsx'
import { useConflictWords } from './article-conflict-words.ts'
import classes from './article-conflict.module.css'
import { ConflictText } from './article-conflict-text.tsx'
import { fieldLabels } from './article-field-labels.ts'
import { type FieldName, fieldsOf } from './article-fields.ts'
import { useArticleForm, useWatched } from './article-form-context.ts'
import { useRefNames } from './article-refs.ts'
import type { Conflict } from './article-session-state.ts'
import { CompareFrame } from './compare/compare-frame.tsx'
import compareClasses from './compare/compare.module.css'
import { ComparedField } from './compare/compared-field.tsx'

/** What was chosen so far: of the text, for each place. */
type Chosen = { fields: Partial<Record<FieldName, Side>>; places: ReadonlyMap<string, Side> }
const NOTHING: Chosen = { fields: {}, places: new Map() }

/** Two people changed the same field: both versions side by side, and neither is lost whatever is chosen. */
export function ArticleConflictDialog() {
  const { conflict } = useWatched((state) => ({ conflict: state.conflict }))
  // Kept while the question is put off, for the version that it is about.
  const [kept, setKept] = useState<{ version: number; chosen: Chosen }>()
  if (!conflict?.isAsked) return null
  const { version } = conflict.theirs
  return (
    <ConflictDialog
      conflict={conflict}
      chosen={kept?.version === version ? kept.chosen : NOTHING}
      onChange={(chosen) => setKept({ version, chosen })}
    />
  )
}

type Props = { conflict: Conflict; chosen: Chosen; onChange: (chosen: Chosen) => void }

function ConflictDialog({ conflict, chosen, onChange }: Props) {
  const { t } = useLingui()
  const { session, names } = useArticleForm()
  const { fields } = useWatched((state) => ({ fields: state.fields }))
  const theirNames = useRefNames(conflict.theirs)
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [busy, setBusy] = useState(false)
  const theirs = fieldsOf(conflict.theirs)
  const { title, who } = useConflictWords(conflict)
  const hasText = conflict.fields.includes('body')
  const places = useMemo(
    () => (hasText ? piecesOf(fields.body, conflict.theirs.body).filter(isPlace) : []),
    [hasText, fields.body, conflict.theirs.body],
  )
  const others = conflict.fields.filter((name) => name !== 'body')
  const count = places.length + others.length
  const done = places.filter(({ id }) => chosen.places.has(id)).length + others.filter((n) => chosen.fields[n]).length

  const finish = async () => {
    setBusy(true)
    await session.resolve({ ...chosen.fields, body: chosen.places })
    setBusy(false)
  }

  return (
    <Modal
      opened
      onClose={() => session.askConflict(false)}
      closeButtonProps={{ 'aria-label': t`Close` }}
      closeOnClickOutside={false}
      size={1080}
      fullScreen={Boolean(isNarrow)}
      // A long title scrolls away, so that nothing has to stick below it.
      styles={{ header: { position: 'static' }, body: { '--compare-top': '0px' } }}
      title={title}
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
          {conflict.fields.map((name) =>
            name === 'body' ? (
              <ConflictText
                key={name}
                who={who}
                places={places}
                texts={{ mine: fields.body, theirs: theirs.body }}
                chosen={chosen.places}
                onChange={(next) => onChange({ ...chosen, places: next })}
              />
            ) : (
              <section key={name} aria-label={t(fieldLabels[name])}>
                <div className={classes.head}>
                  <Text fw={600}>{t(fieldLabels[name])}</Text>
                  <ChoiceOfVersion
                    label={t`Version to keep: ${t(fieldLabels[name])}`}
                    who={who}
                    value={chosen.fields[name]}
                    onChange={(side) => onChange({ ...chosen, fields: { ...chosen.fields, [name]: side } })}
                  />
                </div>
                <ComparedField
                  name={name}
                  versions={{
                    before: { value: fields, names, media: conflict.theirs.refs.media },
                    after: { value: theirs, names: theirNames, media: conflict.theirs.refs.media },
                  }}
                />
              </section>
            ),
          )}
        </CompareFrame>
      </Stack>
      <div className={compareClasses.dialogFooter}>
        {count > 1 && (
          <Text size="sm" c="dimmed" aria-live="polite" className={classes.done}>
            {t`Chosen: ${done} of ${count}`}
          </Text>
        )}
        <Button variant="default" onClick={() => session.askConflict(false)}>
          <Trans>Later</Trans>
        </Button>
        <Button onClick={() => void finish()} loading={busy} disabled={done < count}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </Modal>
  )
}
