import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import type { Role } from '#contract/permissions.ts'
import { type SecondStepNeeded, SignIn, type SignedIn } from '#contract/session.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { useOpensAfterMount } from '../../ui/drop-anchor.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useRoleName } from '../users/role-names.ts'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'
import { isTyping, whenTypingPauses } from './recent-typing.ts'
import { openSession } from './session-api.ts'
import { SignInAgainBanner } from './sign-in-again-banner.tsx'

const SignInStep = lazyPart(async () => (await import('../second-step/sign-in-step.tsx')).SignInStep)

/** The next time it waits longer: who went on typing after a pause does so again. In milliseconds. */
const LATER_PAUSE = 10_000
/** Keys that are no text, and so are meant for the dialog. */
const DIALOG_KEYS = new Set(['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'Meta', 'CapsLock'])

type FormProps = {
  email: string
  /** Whose session ended, and what the role was then. */
  user: string
  role: Role
  /** The session ended because the role needs a second step by now. */
  needsSecondStep: boolean
  /** It may be someone else, and is not yet the session of this tab. */
  onSignedIn: (signedIn: SignedIn) => void
  onSignOut: () => Promise<void>
}
type Props = FormProps & { opened: boolean; onClose: () => void }
/** `waits`: a banner only, while someone types. `pause`: opened by itself, so that the next key still belongs to the text. */
type Phase = { name: 'waits'; pause?: number } | { name: 'pause'; writing: HTMLElement | null } | { name: 'asks' }

const firstPhase = (): Phase => ({ name: isTyping() ? 'waits' : 'asks' })

/**
 * Asks for the password, and for the second step, over the screen. Takes no key from someone who is typing. Loaded through
 * `SignInAgain`.
 */
export function SignInAgainDialog({ opened, onClose: _onClose, ...form }: Props) {
  const { t } = useLingui()
  const [phase, setPhase] = useState(firstPhase)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setPhase(firstPhase())
  }
  const { name } = phase
  const waits = opened && name === 'waits'
  const pause = name === 'waits' ? phase.pause : undefined
  useEffect(() => {
    if (!waits) return undefined
    const open = () => {
      const { activeElement } = document
      setPhase({ name: 'pause', writing: activeElement instanceof HTMLElement ? activeElement : null })
    }
    return whenTypingPauses(open, pause)
  }, [waits, pause])
  const goOnTyping = (event: KeyboardEvent) => {
    if (phase.name !== 'pause' || event.target !== event.currentTarget) return
    if (event.key === 'F8' || (event.key === 'Tab' && !event.shiftKey)) {
      event.preventDefault()
      event.stopPropagation()
      setPhase({ name: 'asks' })
    }
    if (DIALOG_KEYS.has(event.key) || /^F\d/.test(event.key) || !phase.writing?.isConnected) return
    // The focus moves before the key has its effect, which is then that of the text.
    phase.writing.focus({ preventScroll: true })
    setPhase({ name: 'waits', pause: LATER_PAUSE })
  }
  const ask = useCallback(() => setPhase({ name: 'asks' }), [])
  return (
    <>
      {waits && <SignInAgainBanner onOpen={ask} />}
      <Modal
        opened={useOpensAfterMount(opened && !waits)}
        onClose={() => undefined}
        title={t`Sign in again`}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        size="sm"
        centered
        zIndex={10_000}
      >
        <AgainForm {...form} isQuiet={name !== 'asks'} onKeyWhileQuiet={goOnTyping} />
      </Modal>
    </>
  )
}

type AgainFormProps = FormProps & {
  /** The focus is on what the dialog says, not in a field. */
  isQuiet: boolean
  onKeyWhileQuiet: (event: KeyboardEvent) => void
}

function AgainForm({
  email,
  user,
  role,
  needsSecondStep,
  onSignedIn,
  onSignOut,
  isQuiet,
  onKeyWhileQuiet,
}: AgainFormProps) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<unknown>()
  const [needed, setNeeded] = useState<SecondStepNeeded>()
  const form = useContractForm(SignIn, { email, password: '' })
  const { setFocus } = form
  const [wasQuiet] = useState(isQuiet)
  useEffect(() => {
    if (wasQuiet && !isQuiet) setFocus('password')
  }, [wasQuiet, isQuiet, setFocus])
  const roleName = useRoleName()
  const done = (signedIn: SignedIn) => {
    const { id, role: now } = signedIn.user
    const [before, after] = [roleName(role), roleName(now)]
    if (id === user && now !== role) notifyDone(t`Your role was changed from ${before} to ${after}`)
    onSignedIn(signedIn)
  }
  const submit = form.handleSubmit(async (credentials) => {
    setFailure(undefined)
    try {
      const answer = await openSession(credentials)
      if ('pending' in answer) setNeeded(answer)
      else done(answer)
    } catch (error) {
      setFailure(error)
      form.setFocus('password')
    }
  })
  if (needed)
    return (
      <SignInStep
        inDialog
        needed={needed}
        onSignedIn={done}
        onClose={() => {
          form.reset({ email: form.getValues('email'), password: '' })
          setNeeded(undefined)
        }}
      />
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {/* Takes the focus, and hands keys back to the text, when the dialog opened by itself. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <Text
          size="sm"
          c="dimmed"
          tabIndex={-1}
          style={{ outline: 'none' }}
          data-autofocus={isQuiet || undefined}
          onKeyDown={onKeyWhileQuiet}
        >
          {needsSecondStep ? (
            <Trans>
              Your role needs two-step sign-in now. Nothing you typed is lost: sign in, set it up, and the work goes on
              where it stopped.
            </Trans>
          ) : (
            <Trans>
              Your session has ended. Nothing you typed is lost: sign in, and the work goes on where it stopped.
            </Trans>
          )}
        </Text>
        <TextInput
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          error={form.errorOf('email')}
          {...form.register('email')}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus={!isQuiet || undefined}
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        <FormProblem error={failure} />
        <Button type="submit" loading={form.formState.isSubmitting}>
          <Trans>Sign in and go on</Trans>
        </Button>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => void onSignOut()}>
          <Trans>Sign out instead</Trans>
        </Anchor>
      </Stack>
    </form>
  )
}
