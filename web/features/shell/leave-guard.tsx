import { useLingui } from '@lingui/react/macro'
import { useBlocker } from 'react-router'
import { readToken } from '../../api/session-token.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useHeading } from '../../ui/screen.tsx'
import { useScreenName } from './screen-name.ts'
import type { ShellRoute } from './shell-route.ts'

/** Asks before a screen is left whose changes would be lost. Signing out has asked already. */
export function LeaveGuard({ route }: { route: ShellRoute }) {
  const { t } = useLingui()
  const { unsaved, safeToLeave, comesBack } = useHeading()
  const { name: title } = useScreenName(route)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const sameScreen = (nextLocation.state as { sameScreen?: boolean } | null)?.sameScreen === true
    const moves = currentLocation.pathname !== nextLocation.pathname && !sameScreen
    return moves && unsaved && !safeToLeave && readToken() !== null
  })
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      title={t`Leave without saving?`}
      confirmLabel={comesBack ? t`Leave` : t`Leave and lose the changes`}
      danger={!comesBack}
      onConfirm={() => Promise.resolve(blocker.proceed?.())}
      onClose={() => {
        if (blocker.state === 'blocked') blocker.reset()
      }}
    >
      {comesBack
        ? t`“${title}” has changes that are not saved yet. This browser keeps them, and they are back when you open it again.`
        : t`“${title}” has changes that are not saved yet.`}
    </Confirm>
  )
}
