import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type SecondStepNeeded, sessionEndpoints } from '#contract/session.ts'
import { onSignedOut } from '../../api/http-client.ts'
import { readToken, storeToken } from '../../api/session-token.ts'
import { paths } from '../../paths.ts'
import { useContractForm } from '../../api/contract-form.ts'
import { FormProblem } from './form-problem.tsx'
import { PasswordField } from './password-field.tsx'
import { adoptSession, dropSession, knownMe, signIn, signOut } from './session-api.ts'
import { listenToTabs, announceRenewed } from './session-channel.ts'

const SignInStep = lazy(async () => ({ default: (await import('../second-step/sign-in-step.tsx')).SignInStep }))

type Question = { email: string; user: string; answer: (worked: boolean) => void }
type Navigate = (to: string) => void

/**
 * Asks for the password over the screen when the session ended while someone was working; the calls that failed are
 * then sent again. Also keeps this tab in step with the others.
 */
export function SignInAgain({ navigate }: { navigate: Navigate }) {
  const { t } = useLingui()
  const [question, setQuestion] = useState<Question>()
  const open = useRef<Question>(undefined)
  const [shown, setShown] = useState<Question>()

  useEffect(() => {
    const finish = (worked: boolean) => {
      open.current?.answer(worked)
      open.current = undefined
      setQuestion(undefined)
    }
    onSignedOut(() => {
      const me = knownMe()
      if (!me) {
        // Nothing was on the screen yet, so there is nothing to lose.
        const here = window.location.pathname + window.location.search
        dropSession()
        navigate(`${paths.login}?next=${encodeURIComponent(here)}`)
        return Promise.resolve(false)
      }
      return new Promise((answer) => {
        open.current = { email: me.email, user: me.id, answer }
        setQuestion(open.current)
        setShown(open.current)
      })
    })
    return listenToTabs({
      token: () => (open.current ? null : readToken()),
      renewed: (token, user) => {
        if (knownMe()?.id !== user) return
        storeToken(token)
        finish(true)
      },
      signedOut: () => {
        if (readToken() === null) return
        dropSession()
        finish(false)
        navigate(paths.login)
      },
    })
  }, [navigate])

  const answer = (worked: boolean) => {
    question?.answer(worked)
    open.current = undefined
    setQuestion(undefined)
  }

  return (
    <Modal
      opened={question !== undefined}
      onClose={() => undefined}
      title={t`Sign in again`}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="sm"
      centered
      zIndex={10_000}
    >
      {shown && (
        <AgainForm
          key={shown.user}
          email={shown.email}
          onSignedIn={(user, token) => {
            if (user !== shown.user) {
              // Someone else's screens must not be shown, nor this one's text saved, under another name.
              answer(false)
              window.location.replace('/')
              return
            }
            announceRenewed(token, user)
            answer(true)
          }}
          onSignOut={async () => {
            answer(false)
            await signOut()
            navigate(paths.login)
          }}
        />
      )}
    </Modal>
  )
}

function AgainForm({
  email,
  onSignedIn,
  onSignOut,
}: {
  email: string
  onSignedIn: (user: string, token: string) => void
  onSignOut: () => Promise<void>
}) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<unknown>()
  const [needed, setNeeded] = useState<SecondStepNeeded>()
  const form = useContractForm(sessionEndpoints.signIn.body, { email, password: '' })
  const done = () => onSignedIn(knownMe()!.id, readToken()!)
  const submit = form.handleSubmit(async (credentials) => {
    setFailure(undefined)
    try {
      const next = await signIn(credentials)
      if (next) setNeeded(next)
      else done()
    } catch (error) {
      setFailure(error)
      form.setFocus('password')
    }
  })
  if (needed)
    return (
      <Suspense fallback={null}>
        <SignInStep
          inDialog
          needed={needed}
          onSignedIn={(signedIn) => {
            adoptSession(signedIn)
            done()
          }}
          onBack={() => {
            form.reset({ email: form.getValues('email'), password: '' })
            setNeeded(undefined)
          }}
        />
      </Suspense>
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            Your session has ended. Nothing you typed is lost: sign in, and the work goes on where it stopped.
          </Trans>
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
          data-autofocus
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
