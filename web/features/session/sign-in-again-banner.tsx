import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import classes from './sign-in-again-banner.module.css'

/** Says that the session has ended without taking the focus from a sentence; its button or F8 opens the dialog. */
export function SignInAgainBanner({ onOpen }: { onOpen: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      event.preventDefault()
      // Not the messages now, which F8 opens otherwise.
      event.stopImmediatePropagation()
      onOpen()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [onOpen])
  return (
    <div role="alert" className={classes.banner}>
      <IconLock size={16} aria-hidden="true" />
      <p className={classes.text}>
        <Trans>Your session has ended. What you type stays in this browser.</Trans>
      </p>
      <Button size="compact-sm" aria-keyshortcuts="F8" onClick={onOpen}>
        <Trans>Sign in again</Trans> (F8)
      </Button>
    </div>
  )
}
