import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { allows, type Role, roles } from '#contract/permissions.ts'
import { useMe } from '../session/session-api.ts'
import { useRoleName } from '../users/role-names.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ScreenMessage } from './screen-message.tsx'
import type { ScreenInfo } from './screens.ts'
import { listFormat } from '../../ui/formats.ts'

const UnsavedTexts = lazyPart(async () => (await import('../articles/unsaved-texts.tsx')).UnsavedTexts, { quiet: true })

/** Shown instead of a screen that the role does not reach: why, and who does. */
export function NotAllowed({ screen }: { screen: ScreenInfo }) {
  const { i18n } = useLingui()
  const me = useMe()
  const roleName = useRoleName()
  const { permission } = screen
  const allowedRoles = permission ? roles.filter((role: Role) => allows(role, permission)) : []
  const mine = me ? roleName(me.role) : ''
  const theirs = listFormat(i18n.locale, { type: 'disjunction' }).format(allowedRoles.map(roleName))
  return (
    <ScreenMessage icon={<IconLock size={36} stroke={1.4} />} title={i18n._(screen.label)}>
      <Text>
        <Trans>Your role, {mine}, does not include this screen.</Trans>
      </Text>
      <Text c="dimmed">
        <Trans>It is open to: {theirs}. An administrator can change your role.</Trans>
      </Text>
      {me && <UnsavedTexts user={me.id} />}
    </ScreenMessage>
  )
}
