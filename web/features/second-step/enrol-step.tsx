import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconDeviceMobile, IconKey } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import type { AppSecret } from '#contract/second-step.ts'
import type { SecondStepNeeded, SignedIn } from '#contract/session.ts'
import { FormProblem } from '../session/form-problem.tsx'
import { AppSecretView } from './app-secret-view.tsx'
import { CodeField } from './code-field.tsx'
import { offersPasskeys } from './passkey.ts'
import { beginEnrolment, confirmEnrolment, enrolPasskey } from './second-step-api.ts'
import { useStepFailure } from './step-failure.ts'

type Enrolled = SignedIn & { recoveryCodes: string[] }
type Props = {
  needed: SecondStepNeeded
  onEnrolled: (enrolled: Enrolled) => void
  onBack: () => void
  inDialog: boolean
}

/** Sets up the second step that the role requires, before the first session. */
export function EnrolStep({ needed, onEnrolled, onBack, inDialog }: Props) {
  const { t } = useLingui()
  const { pending, passkeyOrigin } = needed
  const [secret, setSecret] = useState<AppSecret>()
  const [naming, setNaming] = useState(false)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const { failure, fieldError, fail, clear } = useStepFailure()

  const run = async (work: () => Promise<void>) => {
    clear()
    setBusy(true)
    try {
      await work()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  const begin = () => run(async () => setSecret(await beginEnrolment(pending)))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run(async () => {
      const enrolled = secret
        ? await confirmEnrolment(pending, text)
        : await enrolPasskey(pending, text.trim() || t`Passkey`)
      if (enrolled) onEnrolled(enrolled)
    })
  }
  const chosen = secret !== undefined || naming
  const back = () => {
    clear()
    setText('')
    setSecret(undefined)
    setNaming(false)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={inDialog ? 3 : 1}>
          <Trans>Set up two-step sign-in</Trans>
        </Title>
        {!chosen && (
          <>
            <Text size="sm">
              <Trans>Your role requires a second step besides the password. Set one up to sign in.</Trans>
            </Text>
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconDeviceMobile size={18} />}
              onClick={() => void begin()}
            >
              <Trans>Use an authenticator app</Trans>
            </Button>
            {offersPasskeys(passkeyOrigin) && (
              <Button variant="default" leftSection={<IconKey size={18} />} onClick={() => setNaming(true)}>
                <Trans>Use a passkey</Trans>
              </Button>
            )}
          </>
        )}
        {secret && (
          <>
            <AppSecretView {...secret} />
            <CodeField value={text} error={fieldError} onChange={(event) => setText(event.currentTarget.value)} />
          </>
        )}
        {naming && (
          <TextInput
            label={t`Name of the passkey`}
            description={t`For example, the device it is on`}
            maxLength={60}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <FormProblem error={failure} />
        {chosen && (
          <Button type="submit" size={inDialog ? 'sm' : 'md'} loading={busy} disabled={secret && text.trim() === ''}>
            {secret ? <Trans>Set up and sign in</Trans> : <Trans>Make a passkey</Trans>}
          </Button>
        )}
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={chosen ? back : onBack}>
            <Trans>Back</Trans>
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
