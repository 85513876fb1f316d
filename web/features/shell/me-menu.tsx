import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconKeyboard, IconLogout, IconPlugConnected, IconUserCircle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Me } from '#contract/session.ts'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { clearToasts } from '../../ui/notify.tsx'
import { PersonAvatar } from '../../ui/person.tsx'
import { useHeading } from '../../ui/screen.tsx'
import { signOut, useAllowed, useMe } from '../session/session-api.ts'
import { useRoleName } from '../users/role-names.ts'
import { useScreenName } from './screen-name.ts'
import type { ShellRoute } from './shell-route.ts'
import { keyboardHelp } from './shell-dialogs.ts'

const requests = new EventTarget()
/** Signs out as the menu does: where changes are not saved yet, it asks first. */
export const requestSignOut = () => requests.dispatchEvent(new Event('sign-out'))

/** Who I am, my profile, the keyboard, why it may be slow, and the way out. */
export function MeMenu({ route }: { route: ShellRoute }) {
  const { t } = useLingui()
  const me = useMe()
  const name = me?.name
  const mayDiagnose = useAllowed('health.diagnose') ?? false
  const navigate = useNavigate()
  const { unsaved, safeToLeave } = useHeading()
  const { name: title } = useScreenName(route)
  const [asking, setAsking] = useState(false)

  const leave = async () => {
    await signOut()
    clearToasts()
    await navigate(paths.login, { replace: true })
  }

  const leaveOrAsk = () => (unsaved && !safeToLeave ? setAsking(true) : void leave())
  const onRequest = useEffectEvent(leaveOrAsk)
  useEffect(() => {
    const listener = () => onRequest()
    requests.addEventListener('sign-out', listener)
    return () => requests.removeEventListener('sign-out', listener)
  }, [])

  return (
    <>
      <DropMenu
        width={230}
        target={
          <ActionIcon size={36} radius="xl">
            <VisuallyHidden>{name ? t`Me: ${name}` : t`Me`}</VisuallyHidden>
            <PersonAvatar name={name ?? ''} size={28} accented />
          </ActionIcon>
        }
        entries={[
          ...(me ? [{ key: 'me', heading: <MyName me={me} /> }] : []),
          {
            key: 'profile',
            label: t`Profile`,
            icon: <IconUserCircle size={16} />,
            link: { component: Link, to: paths.profile },
            divided: true,
          },
          {
            key: 'keyboard',
            label: t`Keyboard shortcuts`,
            icon: <IconKeyboard size={16} />,
            run: keyboardHelp.open,
          },
          ...(mayDiagnose
            ? [
                {
                  key: 'diagnostic',
                  label: t`Connection diagnostics`,
                  icon: <IconPlugConnected size={16} />,
                  link: { component: Link, to: paths.diagnostic },
                },
              ]
            : []),
          { key: 'leave', label: t`Sign out`, icon: <IconLogout size={16} />, run: leaveOrAsk, divided: true },
        ]}
      />
      <Confirm
        opened={asking}
        title={t`Sign out and leave changes unsaved?`}
        confirmLabel={t`Sign out`}
        danger
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        {t`“${title}” has changes that are not saved yet.`}
      </Confirm>
    </>
  )
}

function MyName({ me }: { me: Me }) {
  const roleName = useRoleName()
  return (
    <>
      <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
        {me.name}
      </Text>
      <Text size="xs" truncate>
        {me.email}
      </Text>
      <Text size="xs">{roleName(me.role)}</Text>
    </>
  )
}
