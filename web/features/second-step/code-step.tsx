import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { SecondStepNeeded, SignedIn } from '#contract/session.ts'
import { FormProblem } from '../session/form-problem.tsx'
import { CodeField } from './code-field.tsx'
import { offersPasskeys } from './passkey.ts'
import { PasskeyPlace } from './passkey-place.tsx'
import { finishWithCode, finishWithPasskey } from './second-step-api.ts'
import { useStepFailure } from './step-failure.ts'

type Way = 'app' | 'passkey' | 'recovery'
type Props = {
  needed: SecondStepNeeded
  onSignedIn: (signedIn: SignedIn) => void | Promise<void>
  onBack: () => void
  inDialog: boolean
}

/** The second step of a sign-in, in any way that the person has set up. */
export function CodeStep({ needed, onSignedIn, onBack, inDialog }: Props) {
  const { t } = useLingui()
  const { pending, methods, passkeyOrigin } = needed
  const canUsePasskey = methods.passkey && offersPasskeys(passkeyOrigin)
  const [way, setWay] = useState<Way>(methods.app ? 'app' : 'passkey')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const { failure, fieldError, fail, clear } = useStepFailure()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => (way === 'passkey' ? button.current : input.current)?.focus(), [way])

  const finish = async (answer: () => Promise<SignedIn | undefined>) => {
    clear()
    setBusy(true)
    try {
      const signedIn = await answer()
      if (signedIn) await onSignedIn(signedIn)
    } catch (error) {
      fail(error)
      input.current?.select()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void finish(() => (way === 'passkey' ? finishWithPasskey(pending) : finishWithCode(pending, code)))
  }
  const change = (next: Way) => {
    clear()
    setCode('')
    setWay(next)
  }
  const field = {
    ref: input,
    value: code,
    error: fieldError,
    onChange: (event: { currentTarget: HTMLInputElement }) => setCode(event.currentTarget.value),
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={inDialog ? 3 : 1}>
          <Trans>Two-step sign-in</Trans>
        </Title>
        {way === 'app' && <CodeField {...field} description={t`The 6 digits that your authenticator app shows now`} />}
        {way === 'recovery' && (
          <TextInput
            {...field}
            label={t`Recovery code`}
            description={t`One of the codes you saved; each works once`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
          />
        )}
        {way === 'passkey' && (
          <Text size="sm">
            {canUsePasskey ? (
              <Trans>Your browser asks you for the passkey of this account.</Trans>
            ) : (
              <PasskeyPlace origin={passkeyOrigin} />
            )}
          </Text>
        )}
        <FormProblem error={failure} />
        {(way !== 'passkey' || canUsePasskey) && (
          <Button
            ref={button}
            type="submit"
            size={inDialog ? 'sm' : 'md'}
            loading={busy}
            disabled={way !== 'passkey' && code.trim() === ''}
          >
            {way === 'passkey' ? <Trans>Use a passkey</Trans> : <Trans>Sign in</Trans>}
          </Button>
        )}
        <Group gap="md">
          {way !== 'app' && methods.app && (
            <WayLink onClick={() => change('app')}>
              <Trans>Use the authenticator app</Trans>
            </WayLink>
          )}
          {way !== 'passkey' && canUsePasskey && (
            <WayLink onClick={() => change('passkey')}>
              <Trans>Use a passkey</Trans>
            </WayLink>
          )}
          {way !== 'recovery' && methods.recoveryCode && (
            <WayLink onClick={() => change('recovery')}>
              <Trans>Use a recovery code</Trans>
            </WayLink>
          )}
          <WayLink onClick={onBack}>
            <Trans>Back</Trans>
          </WayLink>
        </Group>
        {way === 'recovery' && (
          <Text size="sm" c="dimmed">
            <Trans>No code left? An administrator can remove your two-step sign-in.</Trans>
          </Text>
        )}
      </Stack>
    </form>
  )
}

function WayLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onClick}>
      {children}
    </Anchor>
  )
}
