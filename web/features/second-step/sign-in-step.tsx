import { Trans } from '@lingui/react/macro'
import { Button, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { SecondStepNeeded, SignedIn } from '#contract/session.ts'
import { CodeStep } from './code-step.tsx'
import { EnrolStep } from './enrol-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = {
  needed: SecondStepNeeded
  onSignedIn: (signedIn: SignedIn) => void | Promise<void>
  /** Back to the password. */
  onClose: () => void
  /** A dialog has a title of its own. */
  inDialog?: boolean
}

/** What follows the password: the second step, or setting it up where the role requires one. */
export function SignInStep({ needed, onSignedIn, onClose, inDialog = false }: Props) {
  const [enrolled, setEnrolled] = useState<SignedIn & { recoveryCodes: string[] }>()
  if (enrolled)
    return (
      <Stack gap="md">
        <Title order={inDialog ? 3 : 1}>
          <Trans>Save your recovery codes</Trans>
        </Title>
        <RecoveryCodes codes={enrolled.recoveryCodes} />
        <Button size={inDialog ? 'sm' : 'md'} onClick={() => void onSignedIn(enrolled)}>
          <Trans>I saved them</Trans>
        </Button>
      </Stack>
    )
  const shared = { needed, onBack: onClose, inDialog }
  return needed.enrol ? (
    <EnrolStep {...shared} onEnrolled={setEnrolled} />
  ) : (
    <CodeStep {...shared} onSignedIn={onSignedIn} />
  )
}
