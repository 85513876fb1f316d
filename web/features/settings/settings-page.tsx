import { Trans } from '@lingui/react/macro'
import { Skeleton, Title } from '@mantine/core'
import { FormProblem } from '../session/form-problem.tsx'
import { DeliveryKeyList } from './delivery-key-list.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { ReaderSection } from './reader-section.tsx'
import { RegistrationSection } from './registration-section.tsx'
import { SecondStepSettings } from './second-step-section.tsx'
import { useSettings } from './setting-api.ts'
import { settingFieldId } from './setting-form.tsx'
import { SiteSection } from './site-section.tsx'
import { focusControl, useNamedField } from '../../ui/named-field.ts'
import { TestSection } from './test-section.tsx'
import classes from './settings.module.css'

/** What administrators decide for everyone. */
export function SettingsPage() {
  const { data, error } = useSettings()
  return (
    <div className={classes.page}>
      <Title order={1} mb="lg">
        <Trans>Settings</Trans>
      </Title>
      {!data && <FormProblem error={error} />}
      {!data && !error && <Skeleton h={220} />}
      {data && (
        <>
          <NamedField />
          <GeneralSection settings={data} />
          <RegistrationSection settings={data} />
          <SecondStepSettings settings={data} />
          <SiteSection settings={data} />
          <ReaderSection settings={data} />
          <DeliverySection settings={data} />
          <DeliveryKeyList />
          <TestSection />
        </>
      )}
    </div>
  )
}

/** Beside the sections, so that the fields are there when it looks for one. */
function NamedField() {
  useNamedField((name) => focusControl(settingFieldId(name)))
  return null
}
