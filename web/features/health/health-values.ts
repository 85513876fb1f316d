import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { healthCheckInfo, type HealthCheckName, type HealthUnit } from '#contract/health-checks.ts'
import type { HealthMeasurement } from '#contract/health.ts'
import { numberFormat, withoutChineseGaps } from '../../ui/formats.ts'

type Write = (value: number, unit: HealthUnit) => string

const DURATIONS = [
  ['day', 86_400, 2 * 86_400],
  ['hour', 3600, 2 * 3600],
  ['minute', 60, 120],
] as const
const SIZES = [
  ['terabyte', 1024 ** 4],
  ['gigabyte', 1024 ** 3],
  ['megabyte', 1024 ** 2],
  ['kilobyte', 1024],
] as const

/** Writes a value with its unit in the person's language. */
export function writeValue(locale: string): Write {
  const number = (value: number, digits: number, unit?: string) =>
    numberFormat(locale, {
      maximumFractionDigits: digits,
      // The short word is “byte”, however many.
      ...(unit && { style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short' }),
    }).format(value)
  return (value, unit) => {
    if (unit === 'count') return number(value, value < 10 ? 2 : 0)
    if (unit === 'share') return numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
    if (unit === 'bytes') {
      const [name, size] = SIZES.find(([, least]) => value >= least) ?? (['byte', 1] as const)
      return number(value / size, value / size < 10 ? 1 : 0, name)
    }
    if (unit === 'ms' && value < 10_000) return number(value, value < 10 ? 1 : 0, 'millisecond')
    const seconds = unit === 'ms' ? value / 1000 : value
    const [name, size] = DURATIONS.find(([, , from]) => seconds >= from) ?? (['second', 1] as const)
    return number(seconds / size, seconds / size < 10 ? 1 : 0, name)
  }
}

export function useWriteValue(): Write {
  const { i18n } = useLingui()
  return useMemo(() => writeValue(i18n.locale), [i18n.locale])
}

/** A value of a check with what it counts, where its unit does not say that. */
function useCounted(): (name: HealthCheckName, value: number) => string {
  const { t } = useLingui()
  const write = useWriteValue()
  return (name, value) => {
    if (name === 'version') return t`${plural(value, { one: '# version', other: '# versions' })}`
    if (name === 'migrations') return t`${plural(value, { one: '# migration missing', other: '# migrations missing' })}`
    return write(value, healthCheckInfo(name).unit)
  }
}

/** What a check measured, as its row says it: also what a bare number counts. */
export function useMeasuredText(): (check: HealthMeasurement) => string {
  const { t } = useLingui()
  const count = useCounted()
  return ({ name, value, detail, facts }) => {
    if (value === null) return ''
    if (name === 'version') {
      const [, own] = /^Copydesk (\S+?),? /.exec(detail) ?? []
      return own && value === 1 ? own : count(name, value)
    }
    if (name === 'migrations') {
      if (value > 0) return count(name, value)
      const last = facts.lastMigration
      return last === undefined ? t`Up to date` : t`Migration ${String(last).padStart(4, '0')}`
    }
    return count(name, value)
  }
}

/** From which values on a check is a warning or bad, as one line; empty where no value is. */
export function useThresholdText(): (name: HealthCheckName) => string {
  const { t } = useLingui()
  const count = useCounted()
  const line = (name: HealthCheckName) => {
    const { warning, bad, below } = healthCheckInfo(name)
    const [first, last] = [warning, bad].map((value) => (value === null ? '' : count(name, value)))
    if (warning !== null && bad !== null)
      return below ? t`Warning below ${first}, bad below ${last}` : t`Warning from ${first}, bad from ${last}`
    if (warning !== null) return t`Warning from ${first}`
    return bad === null ? '' : t`Bad from ${last}`
  }
  return (name) => withoutChineseGaps(line(name))
}
