import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import type { UseChangeWords } from '../../entity/change-words.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { type FieldDifference, fieldDifferences, wordedDifferences } from './audit-difference.ts'
import { useFieldName } from './audit-field-names.ts'
import { useValueWords } from './audit-value-words.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'
import classes from './audit.module.css'
import { listed } from '../../ui/listed.ts'

type Props = {
  before: unknown
  after: unknown
  /** What the ids in both refer to. */
  names?: Readonly<Record<string, string>>
  /** How the feature that owns the item says it; another one needs another key. Left out: as it is stored. */
  useWords?: UseChangeWords
  /** Where the versions of the item are. */
  history?: string | undefined
}

const useNoWords: UseChangeWords = () => (side) => ({ fields: [], rest: side })

/** What an event changed, field by field; long texts line by line. */
export function AuditChanges({ before, after, names = {}, useWords = useNoWords, history }: Props) {
  const { t } = useLingui()
  const fieldName = useFieldName()
  const valueWords = useValueWords(names)
  const wordsOf = useWords((id) => names[id] ?? t`(deleted)`)
  const saved = savedFields(after)
  if (saved)
    return (
      <div className={classes.field}>
        <p className={classes.text}>{listed(saved.map((name) => fieldName([name])))}</p>
        <Text size="sm" c="dimmed" mt={4}>
          {history ? (
            <Trans>
              What it was before and after is in{' '}
              <Anchor component={ScreenLink} to={history} inherit underline="always">
                the history of the article
              </Anchor>
              .
            </Trans>
          ) : (
            <Trans>What it was before and after is in the history of the article.</Trans>
          )}
        </Text>
      </div>
    )
  const [was, is] = [wordsOf(before), wordsOf(after)]
  const fields = [
    ...wordedDifferences(was.fields, is.fields),
    ...fieldDifferences(was.rest, is.rest, valueWords).map(({ path, ...both }) => ({
      ...both,
      key: path.join('.'),
      label: fieldName(path),
    })),
  ]
  if (fields.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Nothing more is recorded of it.</Trans>
      </Text>
    )
  return fields.map((field) => (
    <div key={field.key} className={classes.field} role="group" aria-label={field.label}>
      <h3>{field.label}</h3>
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
export function savedFields(after: unknown): readonly string[] | undefined {
  const given = after as { fields?: unknown } | null | undefined
  return Array.isArray(given?.fields) ? given.fields.map(String) : undefined
}

function linesOf({ before, after }: Pick<FieldDifference, 'before' | 'after'>): DiffLine[] {
  if (before && after) return lineDiff(before, after)
  if (before) return [{ kind: 'removed', text: before }]
  return [{ kind: 'added', text: after || '–' }]
}
