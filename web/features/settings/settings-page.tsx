import { Trans } from '@lingui/react/macro'
import { Skeleton, Title } from '@mantine/core'
import { FormProblem } from '../session/form-problem.tsx'
import { ReaderSection } from './reader-section.tsx'
import { RegistrationSection } from './registration-section.tsx'
import { SecondStepSettings } from './second-step-section.tsx'
import { useSettings } from './setting-api.ts'
import { SiteSection } from './site-section.tsx'
import classes from './settings.module.css'

/** What administrators decide for everybody. */
export function SettingsPage() {
  const { data, error } = useSettings()
  return (
    <div className={classes.page}>
      <Title order={1} mb="lg">
        <Trans>Settings</Trans>
      </Title>
      <FormProblem error={error} />
      {!data && !error && <Skeleton h={220} />}
      {data && (
        <>
          <RegistrationSection mode={data.registration.mode} />
          <SecondStepSettings required={data.secondStep.roles} />
          <SiteSection articleUrl={data.site.articleUrl} />
          <ReaderSection readers={data.readers} />
        </>
      )}
    </div>
  )
}
