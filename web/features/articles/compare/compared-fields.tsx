import { useLingui } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import { fieldLabels } from '../article-field-labels.ts'
import type { FieldName } from '../article-fields.ts'
import { ComparedField } from './compared-field.tsx'
import type { FieldVersion } from './field-version.ts'
import type { Version } from './comparison.ts'

type Props = { fields: readonly FieldName[]; versions: Record<Version, FieldVersion> }

/** The named fields of two versions, each below its name. */
export function ComparedFields({ fields, versions }: Props) {
  const { t } = useLingui()
  return fields.map((name) => (
    <section key={name} aria-label={t(fieldLabels[name])}>
      <Title order={3} mb={6}>
        {t(fieldLabels[name])}
      </Title>
      <ComparedField name={name} versions={versions} />
    </section>
  ))
}
