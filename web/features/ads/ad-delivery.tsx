import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect } from '@mantine/core'
import { Controller } from 'react-hook-form'
import type { AdFields } from '#contract/ad-fields.ts'
import { FieldRow } from '../../ui/field-row.tsx'
import { WholeNumberInput } from '../../ui/whole-number-input.tsx'
import type { AdEdit } from './ad-form-type.ts'
import { GoalWarning } from './ad-goal-warning.tsx'
import { AdSection } from './ad-section.tsx'

/** How much is delivered, how fast, and before which other ads. */
export function AdDelivery({ edit, readOnly, values }: { edit: AdEdit; readOnly: boolean; values: AdFields }) {
  const { t } = useLingui()
  const { control, errorOf, register } = edit.form
  const number = (name: 'priority' | 'weight' | 'dailyCap', description: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <WholeNumberInput
          {...edit.look(name)}
          description={description}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    />
  )
  return (
    <AdSection title={t`Goal and delivery`}>
      <Controller
        control={control}
        name="goal"
        render={({ field: { value, onChange } }) => (
          <FieldRow>
            <NativeSelect
              id={edit.look('goal').id}
              label={edit.look('goal').label}
              description={t`The ad ends when it is reached.`}
              disabled={readOnly}
              value={value.kind}
              onChange={(event) => {
                const kind = event.currentTarget.value as typeof value.kind
                onChange({ kind, amount: kind === 'none' ? null : (value.amount ?? 1000) })
              }}
              data={[
                { value: 'none', label: t`None` },
                { value: 'impressions', label: t`Impressions` },
                { value: 'clicks', label: t`Clicks` },
              ]}
            />
            {value.kind !== 'none' && (
              <WholeNumberInput
                label={t`Amount`}
                description={
                  value.kind === 'impressions'
                    ? t`Never exceeded.`
                    : t`Clicks on ads that readers see already may still come.`
                }
                readOnly={readOnly}
                value={value.amount}
                error={errorOf('goal.amount')}
                onChange={(amount) => onChange({ ...value, amount })}
              />
            )}
          </FieldRow>
        )}
      />
      <GoalWarning values={values} />
      <FieldRow>
        {number('dailyCap', t`Impressions on one day at most. Left empty: no cap.`)}
        <NativeSelect
          {...edit.field('pacing')}
          disabled={readOnly}
          description={t`Even needs a goal of impressions and an end.`}
          data={[
            { value: 'even', label: t`Even` },
            { value: 'asap', label: t`As fast as possible` },
          ]}
        />
      </FieldRow>
      <FieldRow>
        {number('priority', t`0 to 10. The highest is shown first.`)}
        {number('weight', t`1 to 100. The share among ads of the same priority.`)}
      </FieldRow>
      <Controller
        control={control}
        name="frequencyCap"
        render={({ field: { value, onChange } }) => (
          <FieldRow>
            <WholeNumberInput
              {...edit.look('frequencyCap')}
              description={t`How often one visitor sees it at most. Left empty: no cap.`}
              value={value?.count ?? null}
              onChange={(count) => onChange(count === null ? null : { count, per: value?.per ?? 'day' })}
            />
            {value && (
              <NativeSelect
                label={t`Per`}
                description={t`Any hour, or a day in UTC.`}
                disabled={readOnly}
                value={value.per}
                onChange={(event) => onChange({ ...value, per: event.currentTarget.value })}
                data={[
                  { value: 'hour', label: t`Hour` },
                  { value: 'day', label: t`Day` },
                ]}
              />
            )}
          </FieldRow>
        )}
      />
      <Checkbox
        id={edit.look('allowRepeat').id}
        label={edit.look('allowRepeat').label}
        description={t`One page may show it in several placements.`}
        disabled={readOnly}
        {...register('allowRepeat')}
      />
    </AdSection>
  )
}
