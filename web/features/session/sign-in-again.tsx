import { useEffect, useRef, useState } from 'react'
import type { Role } from '#contract/permissions.ts'
import { onSignedOut, stopCalls } from '../../api/signed-out.ts'
import { readToken, storeToken } from '../../api/session-token.ts'
import { paths } from '../../paths.ts'
import { leaveWithoutAsking } from '../../ui/leave-asking.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { watchTyping } from './recent-typing.ts'
import { adoptSession, dropSession, knownMe, signOut } from './session-api.ts'
import { listenToTabs, announceRenewed } from './session-channel.ts'
import { safeNext } from './session-guard.ts'

const SignInDialog = lazyPart(async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog)

type Question = { email: string; user: string; role: Role; lacks: readonly string[]; answer: (worked: boolean) => void }
type Navigate = (to: string, options?: { replace: boolean }) => void

/**
 * Asks for the password over the screen when the session ended while someone was working; the calls that failed are
 * then sent again. Also keeps this tab in step with the others.
 */
export function SignInAgain({ navigate }: { navigate: Navigate }) {
  const [question, setQuestion] = useState<Question>()
  const open = useRef<Question>(undefined)
  const isSigningOut = useRef(false)
  const [shown, setShown] = useState<Question>()

  useEffect(watchTyping, [])
  useEffect(() => {
    const finish = (worked: boolean) => {
      open.current?.answer(worked)
      open.current = undefined
      setQuestion(undefined)
    }
    onSignedOut((lacks) => {
      if (isSigningOut.current) return Promise.resolve(false)
      const me = knownMe()
      if (!me) {
        // Nothing was on the screen yet, so there is nothing to lose.
        const here = window.location.pathname + window.location.search
        dropSession()
        navigate(`${paths.login}?next=${encodeURIComponent(here)}`)
        return Promise.resolve(false)
      }
      return new Promise((answer) => {
        open.current = { email: me.email, user: me.id, role: me.role, lacks, answer }
        setQuestion(open.current)
        setShown(open.current)
      })
    })
    return listenToTabs({
      token: () => (open.current ? null : readToken()),
      lateToken: (token) => {
        const { pathname, search } = window.location
        if (readToken() !== null || pathname === paths.register || pathname === paths.forget) return
        storeToken(token)
        const asked = pathname === paths.login ? new URLSearchParams(search).get('next') : pathname + search
        navigate(safeNext(asked), { replace: true })
      },
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

  if (!shown) return null
  return (
    <SignInDialog
      key={shown.user}
      opened={question !== undefined}
      email={shown.email}
      user={shown.user}
      role={shown.role}
      needsSecondStep={shown.lacks.includes('second_step_required')}
      // Only where the dialog cannot be loaded: the calls that wait for it fail.
      onClose={() => answer(false)}
      onSignedIn={(signedIn) => {
        const { user, token, expiresAt } = signedIn
        if (user.id !== shown.user) {
          // Someone else's screens must not be shown, nor this one's text saved or kept, under another name. Until this page is
          // gone it is the page of the one who wrote, and sends nothing.
          stopCalls()
          leaveWithoutAsking()
          storeToken(token, expiresAt)
          window.location.replace('/')
          return
        }
        adoptSession(signedIn)
        announceRenewed(token, user.id)
        answer(true)
      }}
      onSignOut={async () => {
        // What still waits for an answer must not open the dialog again.
        isSigningOut.current = true
        answer(false)
        await signOut()
        isSigningOut.current = false
        navigate(paths.login)
      }}
    />
  )
}
