import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { SignedIn } from '#contract/session.ts'
import { offersPasskeys } from './passkey.ts'
import { signInWithPasskey } from './second-step-api.ts'

type Props = { onSignedIn: (signedIn: SignedIn) => Promise<void>; onFailure: (failure: unknown) => void }

/** Signs in with a passkey and no password, where this browser has passkeys. */
export function PasskeySignIn({ onSignedIn, onFailure }: Props) {
  const [busy, setBusy] = useState(false)
  if (!offersPasskeys(window.location.origin)) return null
  const signIn = async () => {
    setBusy(true)
    onFailure(undefined)
    try {
      const signedIn = await signInWithPasskey()
      if (signedIn) await onSignedIn(signedIn)
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size="md"
      loading={busy}
      leftSection={<IconKey size={18} />}
      onClick={() => void signIn()}
    >
      <Trans>Sign in with a passkey</Trans>
    </Button>
  )
}
