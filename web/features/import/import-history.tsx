import { Trans } from '@lingui/react/macro'
import { Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { useImports } from './import-api.ts'
import classes from './import.module.css'
import { ImportStatus } from './import-status.tsx'

/** Earlier imports, newest first. */
export function ImportHistory() {
  const { data, error } = useImports()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        <Trans>Earlier imports</Trans>
      </Title>
      <FormProblem error={error} />
      {data?.length === 0 && (
        <Text c="dimmed">
          <Trans>None yet.</Trans>
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={classes.runs}>
          {data.map((run) => (
            <li key={run.id} className={classes.run}>
              <ScreenLink to={`${paths.import}?run=${run.id}`} className={classes.link}>
                {run.fileName}
              </ScreenLink>
              <Group gap="md" fz="sm" c="dimmed">
                <ImportStatus run={run} />
                {run.createdBy?.name}
                <RelativeTime value={run.createdAt} />
              </Group>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
