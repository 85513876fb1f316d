import { useLingui } from '@lingui/react/macro'
import type { HealthState } from '#contract/health-checks.ts'
import { useHealthWords } from './health-words.ts'
import classes from './health.module.css'

type Props = { name: string; days: readonly string[]; states: readonly (HealthState | null)[] }

/** A cell for each day, and the same in words for those who do not see it. Not by colour alone: what is worse is taller. */
export function StateStrip({ name, days, states }: Props) {
  const { t, i18n } = useLingui()
  const words = useHealthWords()
  const dayText = (day: string) => i18n.date(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'medium' })
  const wrong = days.flatMap((day, at) => {
    const state = states[at]
    return state === 'warning' || state === 'bad' ? [`${dayText(day)}: ${words.state(state)}`] : []
  })
  const measured = states.filter((state) => state !== null).length
  const said =
    measured === 0
      ? t`not measured yet`
      : wrong.length === 0
        ? t`nothing wrong on the days that were measured`
        : wrong.join('; ')
  return (
    <div className={classes.strip}>
      <span className={classes.stripName}>{name}</span>
      <span className={classes.cells} role="img" aria-label={`${name}: ${said}`}>
        {days.map((day, at) => {
          const state = states[at] ?? null
          return (
            <span
              key={day}
              data-state={state ?? undefined}
              title={`${dayText(day)}: ${state === null ? t`not measured` : words.state(state)}`}
            />
          )
        })}
      </span>
    </div>
  )
}
