import { Trans, useLingui } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import { SecondStepSection } from '../second-step/second-step-section.tsx'
import { AppearanceSection } from './profile-appearance.tsx'
import classes from './profile.module.css'
import { PasswordSection } from './profile-password.tsx'
import { PersonSection } from './profile-person.tsx'
import { SessionsSection } from './profile-sessions.tsx'
import { useMe } from './session-api.ts'

/** Everything about me: name, language, time zone, appearance, password, second step, and where I am signed in. */
export function ProfilePage() {
  const { t } = useLingui()
  const me = useMe()
  return (
    <div className={classes.page}>
      <Title order={1} mb="lg">
        <Trans>Profile</Trans>
      </Title>
      {me && <PersonSection key={me.id} me={me} title={t`You`} />}
      <AppearanceSection />
      <PasswordSection email={me?.email ?? ''} />
      <SecondStepSection />
      <SessionsSection />
    </div>
  )
}
