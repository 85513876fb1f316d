import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { useHealthHistory } from './health-api.ts'
import { useCheckTexts } from './health-check-texts.ts'
import { IncidentList } from './incident-list.tsx'
import { StateStrip } from './state-strip.tsx'
import classes from './health.module.css'

const FIRST = 10
const STEP = 50

/** The last 30 days: a strip for each check, and what happened. */
export function HealthHistorySection({ details }: { details: boolean }) {
  const { t } = useLingui()
  const texts = useCheckTexts()
  const [limit, setLimit] = useState(FIRST)
  const { data, error, refetch } = useHealthHistory({ limit })
  return (
    <>
      <section className={classes.section} aria-labelledby="health-strips">
        <Title order={2} id="health-strips" mb="xs">
          <Trans>The last 30 days</Trans>
        </Title>
        {error && !data && <LoadFailed title={t`The history could not be loaded`} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton h={320} />}
        {data && (
          <div className={classes.strips}>
            {data.strips.map(({ name, states }) => (
              <StateStrip key={name} name={texts(name).name} days={data.days} states={states} />
            ))}
          </div>
        )}
      </section>
      {data && (
        <section className={classes.section} aria-labelledby="health-incidents">
          <Title order={2} id="health-incidents" mb="xs">
            <Trans>Incidents</Trans>
          </Title>
          {data.incidents.length === 0 ? (
            <Text size="sm" c="dimmed">
              <Trans>None so far. When a check becomes a warning or bad, it is noted here with its cause.</Trans>
            </Text>
          ) : (
            <IncidentList incidents={data.incidents} details={details} />
          )}
          {data.incidentsTotal > data.incidents.length && (
            <Button variant="default" mt="sm" onClick={() => setLimit((shown) => Math.min(500, shown + STEP))}>
              <Plural
                value={data.incidentsTotal - data.incidents.length}
                one="Show more (# is older)"
                other="Show more (# are older)"
              />
            </Button>
          )}
        </section>
      )}
    </>
  )
}
