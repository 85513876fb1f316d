import { Trans, useLingui } from '@lingui/react/macro'
import { Text, VisuallyHidden } from '@mantine/core'
import { type FieldDifference, fieldDifferences } from './audit-difference.ts'
import { useFieldName } from './audit-field-names.ts'
import { useValueWords } from './audit-value-words.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'
import classes from './audit.module.css'

/** What an event changed, field by field; long texts line by line. */
export function AuditChanges({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useLingui()
  const fieldName = useFieldName()
  const valueWords = useValueWords()
  const saved = savedFields(after)
  if (saved)
    return (
      <section className={classes.field}>
        <h3>{t`Changed fields`}</h3>
        <p className={classes.text}>{saved.map((name) => fieldName([name])).join(', ')}</p>
        <Text size="sm" c="dimmed" mt={4}>
          <Trans>What it was before and after is in the history of the article.</Trans>
        </Text>
      </section>
    )
  const fields = fieldDifferences(before, after, valueWords)
  if (fields.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Nothing more is recorded of it.</Trans>
      </Text>
    )
  return fields.map((field) => (
    <div key={field.path.join('.')} className={classes.field} role="group" aria-label={fieldName(field.path)}>
      <h3>{fieldName(field.path)}</h3>
      {linesOf(field).map((line, at) => (
        // Lines have no identity of their own and never change.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={at} className={classes.text} data-kind={line.kind}>
          {line.kind === 'removed' && (
            <VisuallyHidden>
              <Trans>Before:</Trans>
            </VisuallyHidden>
          )}
          {line.kind === 'added' && (
            <VisuallyHidden>
              <Trans>After:</Trans>
            </VisuallyHidden>
          )}
          {line.text}
        </p>
      ))}
    </div>
  ))
}

/** The fields of an article that a save changed; their texts are in its history. */
function savedFields(after: unknown): readonly string[] | undefined {
  const given = after as { fields?: unknown } | null | undefined
  return Array.isArray(given?.fields) ? given.fields.map(String) : undefined
}

function linesOf({ before, after }: FieldDifference): DiffLine[] {
  if (before && after) return lineDiff(before, after)
  if (before) return [{ kind: 'removed', text: before }]
  return [{ kind: 'added', text: after || '–' }]
}
