import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { HealthState } from '#contract/health-checks.ts'
import type { Health } from '#contract/health.ts'
import { listed } from '../../ui/listed.ts'

/** “21 checks: 20 in order, 1 unknown”. A muted check is counted as such, whatever its state. */
export function useTally(): (health: Pick<Health, 'checks' | 'mutes'>) => string {
  const { t, i18n } = useLingui()
  return ({ checks, mutes }) => {
    const muted = new Set(mutes.map(({ name }) => name))
    const counted = checks.filter(({ name }) => !muted.has(name))
    const inState = (state: HealthState) => counted.filter((check) => check.state === state).length
    const [good, unknown, warning, bad] = [inState('good'), inState('unknown'), inState('warning'), inState('bad')]
    const silenced = checks.length - counted.length
    const parts = [
      bad > 0 && t({ message: plural(bad, { one: '# bad', other: '# bad' }), context: 'number of checks' }),
      warning > 0 && t({ message: plural(warning, { one: '# warning', other: '# warnings' }) }),
      good > 0 && t({ message: plural(good, { one: '# in order', other: '# in order' }) }),
      unknown > 0 && t({ message: plural(unknown, { one: '# unknown', other: '# unknown' }) }),
      silenced > 0 && t({ message: plural(silenced, { one: '# muted', other: '# muted' }) }),
    ].filter((part) => part !== false)
    const all = t({ message: plural(checks.length, { one: '# check', other: '# checks' }) })
    return t`${all}: ${listed(parts, i18n.locale)}`
  }
}
